// SPDX-License-Identifier: Apache-2.0
// Planning circuits of n ranks: pairs at distances that double there and back, and pairs of all
// distances, each with circuits of its own.
#include <benchmark/benchmark.h>

#include "testbenches/planning/circuit_planner.hpp"

namespace heliograph::testbenches {
namespace {

RoundFlows pairs(std::uint32_t ranks, bool all) {
  std::vector<FlowPattern> rounds;
  for (std::uint32_t mask = 1; mask < ranks; mask = all ? mask + 1 : 2 * mask) {
    FlowPattern flows;
    flows.reserve(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      flows.push_back({rank, rank ^ mask, all ? 1 : ranks / mask / 2});
    }
    rounds.push_back(std::move(flows));
  }
  const std::vector<FlowPattern> there = rounds;
  rounds.insert(rounds.end(), there.rbegin(), there.rend());
  return flows_of(ranks, std::move(rounds));
}

void plan(benchmark::State& state, PlanPolicy policy, bool all) {
  const auto ranks = static_cast<std::uint32_t>(state.range(0));
  const RoundFlows rounds = pairs(ranks, all);
  RoundCostModel model;
  model.chunk_bytes = 65536;
  const AffineReconfiguration cost(ReconfigurationTimes{});
  for (auto _ : state) {
    CircuitPlanner planner(rounds, {RankTopology::ring(ranks), model, 1, 0, 0}, cost);
    benchmark::DoNotOptimize(planner.plan(policy));
  }
}

BENCHMARK_CAPTURE(plan, dp_doubling, PlanPolicy::dp, false)
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, dp_all, PlanPolicy::dp, true)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, overlap_doubling, PlanPolicy::overlap, false)
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, overlap_all, PlanPolicy::overlap, true)
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace heliograph::testbenches
