// SPDX-License-Identifier: Apache-2.0
// Routing on recirculating meshes: what one answer costs, in the median over many requests.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/mesh_routing/port_choice.hpp"
#include "photonics/mesh_routing/round_robin.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

base::PortId port(std::size_t i) { return static_cast<base::PortId>(i); }

std::vector<std::size_t> smartlight_ports() {
  std::vector<std::size_t> ports;
  for (std::size_t p = 0; p < 40; ++p) {
    if (p < 22 || p > 33) {
      ports.push_back(p);
    }
  }
  return ports;
}

/// `count` of `all` ports, spread evenly round the mesh.
std::vector<std::size_t> spread(std::size_t count, std::size_t all) {
  std::vector<std::size_t> ports;
  for (std::size_t i = 0; i < count; ++i) {
    ports.push_back(i * all / count);
  }
  return ports;
}

std::vector<MeshPair> random_pairs(std::vector<std::size_t> ports, std::size_t count,
                                   base::RandomStream& random) {
  for (std::size_t i = ports.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
    std::swap(ports[i - 1], ports[j]);
  }
  std::vector<MeshPair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back({port(ports[2 * i]), port(ports[2 * i + 1])});
  }
  return pairs;
}

/// Routes all requests once an iteration. Counters: milliseconds of one in the median and at most,
/// and how many were routed, refused and left open.
void answer(benchmark::State& state, const MeshRouter& router,
            const std::vector<MeshRequest>& requests) {
  std::vector<double> times;
  std::vector<double> counts(3);
  for (auto _ : state) {
    std::fill(counts.begin(), counts.end(), 0.0);
    for (const MeshRequest& request : requests) {
      const auto start = std::chrono::steady_clock::now();
      const MeshResult result = router.route(request);
      times.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
              .count());
      counts[static_cast<std::size_t>(result.verdict)] += 1.0;
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["most_ms"] = times.back();
  state.counters["routed"] = counts[0];
  state.counters["infeasible"] = counts[1];
  state.counters["unproven"] = counts[2];
}

MeshLayout layout_of(MeshOutline outline, std::size_t rows, std::size_t columns) {
  return make_mesh_layout(MeshShape{outline, rows, columns});
}

/// All 720 permutations of the 6 x 6 switch at the proven minimum, every 60th checked by fields.
void smartlight_permutations(benchmark::State& state) {
  const MeshFabric fabric = make_mesh({}, {});
  const MeshRouter router(fabric);
  const std::vector<std::size_t> inputs = {0, 39, 38, 37, 36, 35};
  std::size_t best = 0;
  for (auto _ : state) {
    std::vector<std::size_t> outputs = {15, 16, 17, 18, 19, 20};
    std::size_t index = 0;
    best = 0;
    do {
      MeshRequest request;
      for (std::size_t i = 0; i < 6; ++i) {
        request.pairs.push_back({port(inputs[i]), port(outputs[i])});
      }
      const MeshResult result = router.route(request);
      best += result.proved_optimal && result.value == 90 ? 1U : 0U;
      if (index++ % 60 == 0 &&
          !verify_mesh_routing(fabric, request.pairs, result.states).circuits.all_arrive()) {
        state.SkipWithError("the fields do not agree");
      }
    } while (std::next_permutation(outputs.begin(), outputs.end()));
  }
  state.counters["at_90_cells"] = static_cast<double>(best);
}
BENCHMARK(smartlight_permutations)->Unit(benchmark::kMillisecond);

/// A verdict on random pairings of Smartlight's external ports; with the argument 1 also the
/// smallest core, and the proven minimum.
void smartlight_verdicts(benchmark::State& state) {
  const MeshRouter router(layout_of(MeshOutline::smartlight, 1, 1).graph);
  base::RandomStream random(base::kDefaultSeed, "smartlight verdicts");
  std::vector<MeshRequest> requests;
  for (std::size_t i = 0; i < 200; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(smartlight_ports(), 1 + i % 14, random);
    if (state.range(0) == 0) {
      request.effort = first_found();
      request.effort.smallest_core = false;
    }
    requests.push_back(request);
  }
  answer(state, router, requests);
}
BENCHMARK(smartlight_verdicts)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Random matchings of 32 ports of a mesh that is called 9 x 9.
void nine_by_nine(benchmark::State& state) {
  const MeshRouter router(layout_of(static_cast<MeshOutline>(state.range(0)), 9, 9).graph);
  base::RandomStream random(base::kDefaultSeed, "nine by nine");
  std::vector<MeshRequest> requests;
  for (int i = 0; i < 40; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(spread(32, router.graph().ports()), 16, random);
    request.effort = first_found();
    requests.push_back(request);
  }
  answer(state, router, requests);
}
BENCHMARK(nine_by_nine)
    ->Arg(static_cast<int>(MeshOutline::hexagonal_lattice))
    ->Arg(static_cast<int>(MeshOutline::hexagonal_offset))
    ->Unit(benchmark::kMillisecond);

/// The 31 rounds in which 32 ports of the 9 x 9 lattice all meet.
void round_robin_of_32(benchmark::State& state) {
  const MeshRouter router(layout_of(MeshOutline::hexagonal_lattice, 9, 9).graph);
  MeshRequest request;
  request.effort = first_found();
  for (auto _ : state) {
    const RoundRobin robin = route_round_robin(router, spread_ports(router, 32), request);
    if (robin.first_failure()) {
      state.SkipWithError("a round is not routed");
    }
  }
}
BENCHMARK(round_robin_of_32)->Unit(benchmark::kMillisecond);

/// Twelve ports of Smartlight, all 10,395 matchings of the set that is found.
void smartlight_port_choice(benchmark::State& state) {
  const MeshRouter router(layout_of(MeshOutline::smartlight, 1, 1).graph);
  std::vector<bool> usable(40, true);
  std::fill(usable.begin() + 22, usable.begin() + 34, false);
  MeshRequest request;
  request.effort = first_found();
  for (auto _ : state) {
    const PortChoice choice = choose_ports(router, 12, usable, request);
    state.counters["matchings"] = static_cast<double>(choice.matchings);
    state.counters["sets"] = static_cast<double>(choice.sets);
  }
}
BENCHMARK(smartlight_port_choice)->Unit(benchmark::kMillisecond);

/// Random matchings of 96 ports of 1,937 cells.
void large(benchmark::State& state) {
  const MeshRouter router(layout_of(MeshOutline::hexagonal_lattice, 25, 25).graph);
  base::RandomStream random(base::kDefaultSeed, "large mesh");
  std::vector<MeshRequest> requests;
  for (int i = 0; i < 8; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(spread(96, router.graph().ports()), 48, random);
    request.effort = first_found();
    requests.push_back(request);
  }
  answer(state, router, requests);
}
BENCHMARK(large)->Unit(benchmark::kMillisecond);

}  // namespace
