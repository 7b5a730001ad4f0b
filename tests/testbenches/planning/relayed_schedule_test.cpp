// SPDX-License-Identifier: Apache-2.0
// Planned schedules are proved, and go over planned circuits alone.
#include "testbenches/planning/relayed_schedule.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/matching_cover.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {
namespace {

struct Relayed {
  std::unique_ptr<Schedule> schedule;
  std::unique_ptr<ExplicitSchedule> relayed;
  std::int64_t hops = 0;  ///< of all flows of the plan, messages put together
};

Relayed relayed_by(const Algorithm& algorithm, const CollectiveRequest& request,
                   const RankTopology& start, PlanPolicy policy, double delta_us) {
  Relayed result;
  result.schedule = make_collective(algorithm, request, {"test", 0, 0});
  const ReceivePorts ports = algorithm.receive_ports();
  RoundCostModel model;
  model.chunk_bytes = 65536;
  const AffineReconfiguration cost({delta_us, 0, 0});
  CircuitPlanner planner(flows_of(*result.schedule, ports), {start, model, 1, 0, 0}, cost);
  const auto plan = planner.plan(policy);
  REQUIRE(plan);
  result.relayed = relay_schedule(*result.schedule, ports, *plan, planner);
  FlowRouter router;
  std::set<base::RankCircuit> planned;
  for (const PlannedCircuits& set : circuit_sets(*plan, planner)) {
    planned.insert(set.circuits.begin(), set.circuits.end());
  }
  for (const PlannedRound& round : plan->rounds) {
    for (const RankFlow& flow : planner.flows(round)) {
      result.hops += static_cast<std::int64_t>(
          router.way(planner.topology(round.topology), flow.from, flow.to).size());
    }
  }
  for (const base::RankCircuit circuit : circuits_of(*result.relayed)) {
    CHECK(planned.count(circuit) == 1);
  }
  return result;
}

TEST_CASE("every algorithm relayed on a ring is still proved, and stays on the ring") {
  for (const Algorithm& algorithm : algorithm_list()) {
    for (const std::uint32_t ranks : {4U, 6U, 8U, 16U}) {
      for (const CollectiveOp op : algorithm.operations) {
        CollectiveRequest request;
        request.op = op;
        request.ranks = ranks;
        request.chunks = ranks == 8 ? 2 : 1;
        if (!algorithm.admits(request)) {
          continue;
        }
        INFO(algorithm.name << " " << to_string(op) << " of " << ranks);
        const Relayed made =
            relayed_by(algorithm, request, RankTopology::ring(ranks), PlanPolicy::never, 1.0);
        const CheckReport before = check_schedule(*made.schedule);
        const CheckReport after = check_schedule(*made.relayed);
        INFO((after.fault ? after.fault->text : ""));
        CHECK(after.correct());
        CHECK(after.messages >= before.messages);
        CHECK(after.messages >= made.hops);
      }
    }
  }
}

TEST_CASE("a planned halving and doubling takes as many messages as its ways have hops") {
  CollectiveRequest request;
  request.ranks = 16;
  const Algorithm algorithm = find_algorithm("halving_doubling", {"test", 0, 0});
  // sRRRsRRr and all on the ring: distances 1, 2, 4, 8, twice.
  for (const auto& [policy, hops] : {std::pair(PlanPolicy::dp, 8 * 16),
                                     std::pair(PlanPolicy::never, 2 * (1 + 2 + 4 + 8) * 16)}) {
    const Relayed made = relayed_by(algorithm, request, RankTopology::ring(16), policy, 1.0);
    CHECK(made.hops == hops);
    const CheckReport report = check_schedule(*made.relayed);
    CHECK(report.correct());
    CHECK(report.messages == hops);
  }
}

TEST_CASE("parts of rounds and other starts are relayed too") {
  CollectiveRequest request;
  request.op = CollectiveOp::all_to_all;
  request.ranks = 8;
  const Algorithm direct = find_algorithm("direct", {"test", 0, 0});
  for (const RankTopology& start :
       {RankTopology::torus({2, 4}), RankTopology::ring_one_way(8), RankTopology::full_mesh(8)}) {
    for (const PlanPolicy policy : {PlanPolicy::never, PlanPolicy::greedy, PlanPolicy::dp}) {
      INFO(start.name() << " " << to_string(policy));
      CHECK(check_schedule(*relayed_by(direct, request, start, policy, 30.0).relayed).correct());
    }
  }
}

}  // namespace
}  // namespace heliograph::testbenches
