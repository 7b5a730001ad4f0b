// SPDX-License-Identifier: Apache-2.0
// Routing: one small change of the circuits after another, as a schedule makes them.
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

constexpr std::size_t kSteps = 64;

struct Step {
  Matching wanted;
  Matching present;
  std::vector<CellState> states;
};

void route(benchmark::State& state, Topology topology, std::size_t ports, double keep,
           std::size_t effort) {
  base::RandomStream random(base::kDefaultSeed, "routing");
  const FeedForwardFabric fabric = make_fabric(topology, ports, {});
  const auto router = make_router(topology, fabric);
  std::vector<Step> steps;
  Matching present(ports);
  std::vector<CellState> states = fabric.structure().idle;
  for (std::size_t i = 0; i < kSteps; ++i) {
    Matching wanted =
        keep > 0.0 ? modified(present, keep, random) : random_matching(ports, 1.0, random);
    std::vector<CellState> next = router->route(wanted, present, states).states;
    steps.push_back({wanted, present, std::move(states)});
    states = std::move(next);
    present = std::move(wanted);
  }
  std::size_t i = 0;
  std::size_t disturbed = 0;
  std::size_t proved = 0;
  std::size_t routed = 0;
  for (auto _ : state) {
    const Step& step = steps[i++ % kSteps];
    RoutingRequest request{step.wanted, step.present, step.states};
    request.effort = effort;
    const RoutingResult result = router->route(request);
    disturbed += result.disturbed_inputs.size();
    proved += result.proved_optimal ? 1 : 0;
    ++routed;
  }
  const auto routes = static_cast<double>(routed);
  state.counters["disturbed"] = static_cast<double>(disturbed) / routes;
  state.counters["proved"] = static_cast<double>(proved) / routes;
}

/// Seven circuits of eight stay; the first way that is found.
void change(benchmark::State& state, Topology topology, std::size_t ports) {
  route(state, topology, ports, 0.875, 0);
}
BENCHMARK_CAPTURE(change, benes_64, Topology::benes, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(change, planar_64, Topology::planar, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(change, piloss_32, Topology::piloss, 32)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(change, switch_and_select_32, Topology::switch_and_select, 32)
    ->Unit(benchmark::kMicrosecond);

/// A new permutation each time.
void permute(benchmark::State& state, Topology topology, std::size_t ports) {
  route(state, topology, ports, 0.0, 0);
}
BENCHMARK_CAPTURE(permute, benes_64, Topology::benes, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(permute, planar_64, Topology::planar, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(permute, piloss_32, Topology::piloss, 32)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(permute, switch_and_select_32, Topology::switch_and_select, 32)
    ->Unit(benchmark::kMicrosecond);

/// With the default effort of search.
void best_change(benchmark::State& state, Topology topology, std::size_t ports) {
  route(state, topology, ports, 0.875, kRoutingEffort);
}
BENCHMARK_CAPTURE(best_change, benes_8, Topology::benes, 8)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, benes_16, Topology::benes, 16)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, benes_64, Topology::benes, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, dilated_benes_8, Topology::dilated_benes, 8)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, planar_8, Topology::planar, 8)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, planar_64, Topology::planar, 64)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(best_change, piloss_32, Topology::piloss, 32)->Unit(benchmark::kMicrosecond);

}  // namespace
