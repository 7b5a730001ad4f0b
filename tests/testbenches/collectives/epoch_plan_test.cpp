// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/epoch_plan.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "testbenches/collectives/algorithm_list.hpp"

namespace heliograph::testbenches {
namespace {

using base::RankCircuit;
using base::RankId;
using base::StreamId;

std::unique_ptr<Schedule> collective(const char* name, const char* op, std::uint32_t ranks) {
  const base::SourceLocation place;
  const Algorithm algorithm = find_algorithm(name, place);
  CollectiveRequest request;
  request.op = find_operation(algorithm, op, place);
  request.ranks = ranks;
  return make_collective(algorithm, request, place);
}

/// Calls `visit(rank, stream, step number, step, info)` for every step.
template <class Visit>
void each_step(const Schedule& schedule, Visit&& visit) {
  for (std::uint32_t r = 0; r < schedule.ranks(); ++r) {
    for (std::uint32_t s = 0; s < schedule.streams(RankId{r}); ++s) {
      const StreamInfo info = schedule.stream(RankId{r}, StreamId{s});
      for (std::int64_t i = 0; i < info.steps; ++i) {
        visit(RankId{r}, StreamId{s}, i, schedule.step(RankId{r}, StreamId{s}, i), info);
      }
    }
  }
}

/// Ports suffice, each send's set has its circuit, none comes before those of its own stream and of
/// its dependency, and what must be done before a set is counted once for each send.
void check_plan(const Schedule& schedule, const EpochPlan& plan, std::uint32_t ports) {
  for (std::size_t m = 0; m < plan.matchings(); ++m) {
    std::map<RankId, std::uint32_t> out;
    std::map<RankId, std::uint32_t> in;
    for (const RankCircuit circuit : plan.circuits(m)) {
      CHECK(++out[circuit.from] <= ports);
      CHECK(++in[circuit.to] <= ports);
    }
    CHECK(std::is_sorted(plan.circuits(m).begin(), plan.circuits(m).end()));
  }
  std::vector<std::int64_t> before(plan.matchings(), 0);
  each_step(schedule, [&](RankId rank, StreamId stream, std::int64_t i, const Step& step,
                          const StreamInfo& info) {
    const std::size_t planned = plan.matching_of(rank, stream, i);
    if (i > 0) {
      CHECK(plan.matching_of(rank, stream, i - 1) <= planned);
    }
    if (step.dependency) {
      CHECK(plan.matching_of(rank, step.dependency->stream, step.dependency->step) <= planned);
    }
    if (sends(step.kind)) {
      const RankCircuit circuit{rank, *info.send_peer};
      CHECK(plan.contains(planned, circuit));
      for (std::size_t later = planned + 1; later < plan.matchings(); ++later) {
        if (!plan.contains(later, circuit)) {
          ++before[later];
          break;
        }
      }
    }
  });
  for (std::size_t m = 0; m < plan.matchings(); ++m) {
    CHECK(plan.sends_before(m) == before[m]);
  }
}

std::vector<std::vector<RankCircuit>> sets_of(const EpochPlan& plan) {
  std::vector<std::vector<RankCircuit>> sets;
  for (std::size_t m = 0; m < plan.matchings(); ++m) {
    sets.push_back(plan.circuits(m));
  }
  return sets;
}

TEST_CASE("greedy plans of several ports a rank hold what plans promise") {
  for (const auto& [name, op, ranks] : {std::tuple{"ring", "allreduce", 8U},
                                        {"bidirectional_ring", "allreduce", 7U},
                                        {"direct", "alltoall", 9U},
                                        {"halving_doubling", "allreduce", 16U},
                                        {"double_tree", "allreduce", 11U},
                                        {"bruck", "allgather", 13U}}) {
    CAPTURE(name);
    const auto schedule = collective(name, op, ranks);
    std::size_t sets = 1'000;
    for (std::uint32_t ports = 1; ports <= 4; ++ports) {
      CAPTURE(ports);
      const EpochPlan plan(*schedule, ports);
      check_plan(*schedule, plan, ports);
      CHECK(plan.matchings() <= sets);
      sets = plan.matchings();
    }
  }
}

TEST_CASE("a bidirectional ring needs two sets of circuits with one port and one with two") {
  const auto schedule = collective("bidirectional_ring", "allreduce", 8);
  CHECK(EpochPlan(*schedule).matchings() == 2);
  CHECK(EpochPlan(*schedule, 2).matchings() == 1);
  CHECK(EpochPlan(*schedule, 2).circuits(0).size() == 16);
  CHECK_THROWS_AS(EpochPlan(*schedule, 0), std::invalid_argument);
}

TEST_CASE("a plan made from the sets of a greedy plan is that plan") {
  for (std::uint32_t ports = 1; ports <= 3; ++ports) {
    const auto schedule = collective("halving_doubling", "allreduce", 8);
    const EpochPlan greedy(*schedule, ports);
    const EpochPlan again = EpochPlan::from_sets(*schedule, ports, sets_of(greedy));
    CHECK(sets_of(again) == sets_of(greedy));
    check_plan(*schedule, again, ports);
    each_step(*schedule,
              [&](RankId rank, StreamId stream, std::int64_t i, const Step&, const StreamInfo&) {
                CHECK(again.matching_of(rank, stream, i) == greedy.matching_of(rank, stream, i));
              });
  }
}

TEST_CASE("given sets may say a circuit twice and in any order, and come again") {
  const auto schedule = collective("recursive_doubling", "allreduce", 4);
  const auto pairs = [](std::uint32_t apart) {
    std::vector<RankCircuit> circuits;
    for (std::uint32_t rank = 4; rank-- > 0;) {
      circuits.push_back({RankId{rank}, RankId{rank ^ apart}});
      circuits.push_back({RankId{rank}, RankId{rank ^ apart}});
    }
    return circuits;
  };
  // The second set is of no use to this schedule, and the last may carry nothing.
  const EpochPlan plan =
      EpochPlan::from_sets(*schedule, 1, {pairs(1), pairs(3), pairs(2), pairs(1), pairs(2)});
  CHECK(plan.matchings() == 5);
  CHECK(plan.circuits(0).size() == 4);
  check_plan(*schedule, plan, 1);
}

TEST_CASE("sets that do not carry a schedule, or that ranks have no ports for, are refused") {
  const auto schedule = collective("ring", "allreduce", 3);
  const std::vector<RankCircuit> ring{
      {RankId{0}, RankId{1}}, {RankId{1}, RankId{2}}, {RankId{2}, RankId{0}}};
  const std::vector<RankCircuit> part{ring[0], ring[1]};
  CHECK(EpochPlan::from_sets(*schedule, 1, {ring}).matchings() == 1);
  CHECK_THROWS_WITH(EpochPlan::from_sets(*schedule, 1, {part, part}),
                    "a send from rank 2 to rank 0 has its circuit in no set from set 0 on");
  CHECK_THROWS_AS(EpochPlan::from_sets(*schedule, 1, {}), std::invalid_argument);
  CHECK_THROWS_WITH(
      EpochPlan::from_sets(*schedule, 1, {ring, {{RankId{0}, RankId{1}}, {RankId{0}, RankId{2}}}}),
      "set 1: circuit 0->2 makes more circuits of one rank than its ports, 1");
}

}  // namespace
}  // namespace heliograph::testbenches
