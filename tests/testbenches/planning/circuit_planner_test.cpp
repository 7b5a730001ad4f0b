// SPDX-License-Identifier: Apache-2.0
// When circuits change: published and closed-form values, and all plans of small cases.
#include "testbenches/planning/circuit_planner.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/change_trigger.hpp"

namespace heliograph::testbenches {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

/// The rounds of an algorithm with the chunk size that a buffer of so many bytes makes.
struct Case {
  RoundFlows flows;
  RoundCostModel model;
};

Case make_case(const std::string& name, std::uint32_t ranks, double bytes) {
  const base::SourceLocation here{"test", 0, 0};
  const Algorithm algorithm = find_algorithm(name, here);
  CollectiveRequest request;
  request.op = algorithm.operations.front();
  request.ranks = ranks;
  const auto schedule = make_collective(algorithm, request, here);
  Case made{flows_of(*schedule, algorithm.receive_ports()), {}};
  made.model.chunk_bytes = bytes / static_cast<double>(schedule->chunks_per_loop());
  return made;
}

AffineReconfiguration constant(double us) { return AffineReconfiguration({us, 0, 0}); }

PlanMachine on_ring(const Case& made) {
  return {RankTopology::ring(made.flows.ranks), made.model, 1, 0, 0};
}

double time_of(const Case& made, double delta_us, PlanPolicy policy) {
  const AffineReconfiguration cost = constant(delta_us);
  CircuitPlanner planner(made.flows, on_ring(made), cost);
  return planner.plan(policy)->time_us();
}

TEST_CASE("halving and doubling on a ring has the plans and times of the reference") {
  const auto check = [](std::uint32_t ranks, double delta, const std::string& letters, double dp,
                        double never, double always, double ring_us) {
    const Case made = make_case("halving_doubling", ranks, kMiB);
    const AffineReconfiguration cost = constant(delta);
    CircuitPlanner planner(made.flows, on_ring(made), cost);
    const auto plan = planner.plan(PlanPolicy::dp);
    REQUIRE(plan);
    CHECK(plan->letters() == letters);
    CHECK(plan->exact);
    CHECK(plan->time_us() == Approx(dp).margin(0.005));
    CHECK(planner.plan(PlanPolicy::never)->time_us() == Approx(never).margin(0.005));
    const double all = planner.plan(PlanPolicy::always)->time_us();
    CHECK(all == Approx(always).margin(0.005));
    // The turning point uses the same circuits twice.
    CHECK(planner.plan(PlanPolicy::always_skip)->time_us() == Approx(all - delta));
    CHECK(time_of(make_case("ring", ranks, kMiB), delta, PlanPolicy::never) ==
          Approx(ring_us).margin(0.005));
  };
  check(16, 1.0, "sRRRsRRr", 34.37, 99.32, 36.37, 94.37);
  check(64, 3.7, "ssRRRRsRRRrs", 77.35, 391.98, 84.99, 382.59);
}

TEST_CASE("a change in each round beats a static ring up to the closed-form delay") {
  for (const double alpha : {3.0, 0.7}) {
    for (const std::uint32_t ranks : {8U, 16U, 32U, 64U, 128U}) {
      const double log = std::log2(ranks);
      const double even = alpha * ((ranks - 1) / log - 1);
      for (const double bytes : {kMiB, 64 * kMiB}) {
        Case halving = make_case("halving_doubling", ranks, bytes);
        Case ring = make_case("ring", ranks, bytes);
        for (Case* made : {&halving, &ring}) {
          made->model.alpha_us = made->model.hop_us = alpha;
        }
        const double still = time_of(ring, 0, PlanPolicy::never);
        INFO(ranks << " ranks, alpha " << alpha << ", break-even " << even);
        CHECK(time_of(halving, even * 0.999, PlanPolicy::always) < still);
        CHECK(time_of(halving, even * 1.001, PlanPolicy::always) > still);
      }
    }
  }
}

TEST_CASE("a change in each round beats the same rounds on the ring up to the closed-form delay") {
  for (const std::uint32_t ranks : {8U, 16U, 64U, 256U}) {
    for (const double bytes : {kMiB, 16 * kMiB, 1024 * kMiB}) {
      Case made = make_case("halving_doubling", ranks, bytes);
      // The reference's form counts bytes alone.
      made.model.hop_us = 0;
      const double log = std::log2(ranks);
      const double us = bytes / made.model.circuit_GBps * 1e-3;
      const double even = (log - 2.0 * (ranks - 1) / ranks) * us / (2 * log);
      INFO(ranks << " ranks, " << bytes << " bytes, break-even " << even);
      const double never = time_of(made, 0, PlanPolicy::never);
      CHECK(time_of(made, even * 0.999, PlanPolicy::always) < never);
      CHECK(time_of(made, even * 1.001, PlanPolicy::always) > never);
    }
  }
}

TEST_CASE("the planner begins to change circuits exactly where a change pays") {
  // One round, between opposite ranks of a ring of 8: dilation and congestion 4.
  const RoundFlows flows = flows_of(8, {{{0, 4, 1}, {1, 5, 1}, {2, 6, 1}, {3, 7, 1}}});
  RoundCostModel model;
  model.chunk_bytes = 450e3;  // 1 us
  const double even = 3 * 3.0 + 3 * 1.0;
  for (const PlanPolicy policy : {PlanPolicy::greedy, PlanPolicy::dp, PlanPolicy::overlap}) {
    for (const double delta : {even * 0.999, even * 1.001}) {
      const AffineReconfiguration cost = constant(delta);
      CircuitPlanner planner(flows, {RankTopology::ring(8), model, 1, 0, 0}, cost);
      CHECK(planner.plan(policy)->letters() == (delta < even ? "R" : "s"));
    }
  }
}

/// Random rounds of matchings, mostly with all ranks in pairs.
RoundFlows random_rounds(std::uint32_t ranks, int rounds) {
  std::vector<FlowPattern> made;
  for (int round = 0; round < rounds; ++round) {
    const auto mask = static_cast<std::uint32_t>(*rc::gen::inRange(1, static_cast<int>(ranks)));
    FlowPattern flows;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const std::uint32_t peer = mask % 2 == 0 ? rank ^ mask : (rank + mask) % ranks;
      if (peer != rank && *rc::gen::inRange(0, 6) != 0) {
        flows.push_back({rank, peer, *rc::gen::inRange(1, 40)});
      }
    }
    made.push_back(flows);
  }
  return flows_of(ranks, made);
}

/// Every sequence of topologies, one for each round: the least time, with `dark` of a change
/// between two topologies in a round.
template <class Dark>
double exhaust(const RoundFlows& flows, const std::vector<RankTopology>& topologies,
               const RoundCostModel& model, Dark dark) {
  const std::size_t count = topologies.size();
  double best = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> choice(flows.rounds.size(), 0);
  for (bool more = true; more;) {
    double time = 0;
    std::size_t up = 0;
    FlowRouter router;
    for (std::size_t round = 0; round < choice.size(); ++round) {
      const FlowPattern& pattern = flows.round(round);
      const RankTopology& topology = topologies[choice[round]];
      const auto load = router.route(topology, pattern);
      if (!load) {
        time = std::numeric_limits<double>::infinity();
        break;
      }
      const double hops = load->hops == 0 ? 0 : model.alpha_us + (load->hops - 1) * model.hop_us;
      time += hops + static_cast<double>(load->most_chunks) * model.chunk_bytes /
                         (model.circuit_GBps * topology.bandwidth_scale() * 1e3);
      time += choice[round] == up ? 0 : dark(round, up, choice[round]);
      up = choice[round];
    }
    best = std::min(best, time);
    more = false;
    for (std::size_t k = 0; k < choice.size() && !more; ++k) {
      choice[k] = (choice[k] + 1) % count;
      more = choice[k] != 0;
    }
  }
  return best;
}

/// Start topology and each round's circuits, where they are not those of the start topology.
std::vector<RankTopology> in_play(const RoundFlows& flows, const RankTopology& start) {
  std::vector<RankTopology> topologies{start};
  for (const FlowPattern& pattern : flows.patterns) {
    if (!pattern.empty() && circuits_of(pattern) != start.circuits()) {
      topologies.push_back(RankTopology::of_circuits("own", flows.ranks, circuits_of(pattern)));
    }
  }
  return topologies;
}

TEST_CASE("dp and partial find the best of all plans, and no policy beats dp's rules") {
  rc::check([] {
    const std::uint32_t ranks = *rc::gen::inRange(0, 2) == 0 ? 4 : 8;
    const RoundFlows flows = random_rounds(ranks, *rc::gen::inRange(1, 5));
    RoundCostModel model;
    model.chunk_bytes = 1e5 * *rc::gen::inRange(1, 40);
    model.hop_us = 0.5 * *rc::gen::inRange(0, 10);
    RankTopology start = *rc::gen::inRange(0, 2) == 0 ? RankTopology::ring(ranks)
                                                      : RankTopology::ring_one_way(ranks);
    start.set_bandwidth_scale(*rc::gen::inRange(1, 3) * 0.5);
    const AffineReconfiguration cost(
        {0.25 * *rc::gen::inRange(0, 60), 0.25 * *rc::gen::inRange(0, 8), 0});
    const double lead = *rc::gen::inRange(0, 3);
    const std::vector<RankTopology> topologies = in_play(flows, start);
    CircuitPlanner planner(flows, {start, model, 1, 0, lead}, cost);
    const auto exposed = [&](std::size_t round, std::size_t from, std::size_t to) {
      const double change = cost.time_us(topologies[from], topologies[to]);
      return std::max(0.0, change - (round == 0 ? lead : 0));
    };
    const double dp = exhaust(flows, topologies, model, exposed);
    RC_ASSERT(std::abs(planner.plan(PlanPolicy::dp)->time_us() - dp) <= 1e-9 * dp);
    const auto partly = [&](std::size_t round, std::size_t from, std::size_t to) {
      const double dark = exposed(round, from, to);
      if (topologies[to].circuits() != circuits_of(flows.round(round))) {
        return dark;
      }
      double last = 0;
      double undisturbed = 0;
      for (const RankFlow& flow : flows.round(round)) {
        const double us = static_cast<double>(flow.chunks) * model.chunk_bytes /
                          (model.circuit_GBps * topologies[to].bandwidth_scale() * 1e3);
        const bool kept =
            topologies[from].contains({base::RankId{flow.from}, base::RankId{flow.to}});
        last = std::max(last, us + (kept ? 0 : dark));
        undisturbed = std::max(undisturbed, us);
      }
      return last - undisturbed;
    };
    const double partial = exhaust(flows, topologies, model, partly);
    RC_ASSERT(std::abs(planner.plan(PlanPolicy::partial)->time_us() - partial) <= 1e-9 * partial);
    for (const PlanPolicy policy :
         {PlanPolicy::never, PlanPolicy::always, PlanPolicy::always_skip, PlanPolicy::greedy}) {
      RC_ASSERT(planner.plan(policy)->time_us() >= dp * (1 - 1e-9));
    }
  });
}

/// Two planes by brute force: in each round one of the topologies, on the plane that it is on.
class TwoPlanes {
 public:
  TwoPlanes(const RoundFlows& flows, const std::vector<RankTopology>& topologies,
            const RoundCostModel& model, const ReconfigurationCost& cost)
      : flows_(flows), topologies_(topologies), model_(model), cost_(cost) {}

  double best(std::size_t round, std::size_t up, const RankTopology& other, double carried) {
    if (round == flows_.rounds.size()) {
      return 0;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t next = 0; next < topologies_.size(); ++next) {
      const auto load = FlowRouter().route(topologies_[next], flows_.round(round));
      if (!load) {
        continue;
      }
      const double time = round_time(model_, topologies_[next], *load, 0).total_us();
      const double dark =
          next == up ? 0 : std::max(0.0, cost_.time_us(other, topologies_[next]) - carried);
      least = std::min(least, dark + time +
                                  best(round + 1, next, next == up ? other : topologies_[up],
                                       next == up ? carried + time : time));
    }
    return least;
  }

 private:
  const RoundFlows& flows_;
  const std::vector<RankTopology>& topologies_;
  const RoundCostModel& model_;
  const ReconfigurationCost& cost_;
};

TEST_CASE("overlap finds the best of all plans on two planes, and is never slower than dp") {
  rc::check([] {
    const std::uint32_t ranks = 4;
    const RoundFlows flows = random_rounds(ranks, *rc::gen::inRange(1, 6));
    RoundCostModel model;
    model.chunk_bytes = 1e5 * *rc::gen::inRange(1, 40);
    const RankTopology start = RankTopology::ring(ranks);
    const AffineReconfiguration cost = constant(0.5 * *rc::gen::inRange(0, 60));
    const std::vector<RankTopology> topologies = in_play(flows, start);
    CircuitPlanner planner(flows, {start, model, 1, 0, 0}, cost);
    const double best =
        TwoPlanes(flows, topologies, model, cost).best(0, 0, RankTopology::none(ranks), 0);
    const double found = planner.plan(PlanPolicy::overlap)->time_us();
    RC_ASSERT(std::abs(found - best) <= 1e-9 * best);
    RC_ASSERT(found <= planner.plan(PlanPolicy::dp)->time_us() * (1 + 1e-9));
  });
}

TEST_CASE("a second plane hides a change behind the round before") {
  const Case made = make_case("halving_doubling", 64, 16 * kMiB);
  const AffineReconfiguration cost = constant(3.7);
  CircuitPlanner planner(made.flows, on_ring(made), cost);
  const auto overlap = planner.plan(PlanPolicy::overlap);
  const auto dp = planner.plan(PlanPolicy::dp);
  REQUIRE(overlap);
  // Nothing is before the first round; all others take at least 3.7 us.
  CHECK(overlap->time.dark_us <= 3.7);
  CHECK(overlap->hidden_us > 0);
  CHECK(overlap->time_us() < dp->time_us());
  double ideal = 0;
  for (const std::size_t pattern : made.flows.rounds) {
    ideal += 3 + static_cast<double>(largest_flow(made.flows.patterns[pattern])) *
                     made.model.chunk_bytes / 450e3;
  }
  CHECK(overlap->time_us() == Approx(ideal));  // the first round goes on the ring
}

TEST_CASE("circuits that stay carry on while others change") {
  // Rank 0 sends much to 1 in both rounds, rank 2 little to 3 and then to 1's neighbour 4.
  const RoundFlows flows = flows_of(6, {{{0, 1, 100}, {2, 3, 10}}, {{0, 1, 100}, {2, 4, 10}}});
  RoundCostModel model;
  model.chunk_bytes = 450e3 / 10;  // 0.1 us a chunk
  for (const auto& [delta, exposed] : {std::pair(5.0, 0.0), std::pair(20.0, 11.0)}) {
    const AffineReconfiguration cost = constant(delta);
    CircuitPlanner planner(flows, {RankTopology::none(6), model, 1, 0, 100}, cost);
    const auto plan = planner.plan(PlanPolicy::partial);
    REQUIRE(plan);
    CHECK(plan->letters() == "RR");
    CHECK(plan->time.dark_us == Approx(exposed));
    CHECK(plan->hidden_us == Approx(2 * delta - exposed));
    CHECK(planner.plan(PlanPolicy::dp)->time.dark_us == Approx(delta));
  }
}

TEST_CASE("triggers hide the first change behind the wait for late ranks") {
  const ArrivalSkew skew = skew_of({4, 10, 6, 8});
  CHECK(skew.waiting_us() == 6);
  CHECK(skew.mean_wait_us == 3);
  const RoundFlows flows = flows_of(4, {{{0, 2, 1}}});
  RoundCostModel model;
  model.chunk_bytes = 450e3;
  const AffineReconfiguration cost = constant(8);
  const auto time = [&](ChangeTrigger trigger) {
    CircuitPlanner planner(
        flows, {RankTopology::none(4), model, 1, skew.waiting_us(), skew.lead_us(trigger)}, cost);
    const auto plan = planner.plan(PlanPolicy::dp);
    CHECK(plan->time.waiting_us == 6);
    CHECK(plan->time.dark_us + plan->hidden_us == 8);
    return plan->time_us();
  };
  CHECK(time(ChangeTrigger::last_arrival) == Approx(6 + 8 + 3 + 1));
  CHECK(time(ChangeTrigger::first_arrival) == Approx(6 + 2 + 3 + 1));
  CHECK(time(ChangeTrigger::provisioned) == Approx(6 + 3 + 1));
  CHECK(skew_of({}).lead_us(ChangeTrigger::provisioned) == 0);
  for (const std::string_view name : kChangeTriggerNames) {
    CHECK(to_string(*find_change_trigger(name)) == name);
  }
  CHECK_FALSE(find_change_trigger("never"));
}

TEST_CASE("a round of more peers than ports goes in parts, or whole on what is up") {
  const Case made = make_case("direct", 6, 6 * 450e3);  // AllToAll, 1 us a message
  const AffineReconfiguration cost = constant(2);
  for (const std::uint32_t ports : {1U, 2U, 5U}) {
    CircuitPlanner planner(made.flows, {RankTopology::none(6), made.model, ports, 0, 0}, cost);
    const auto plan = planner.plan(PlanPolicy::always);
    REQUIRE(plan);
    const double parts = std::ceil(5.0 / ports);
    CHECK(plan->time_us() == Approx(parts * (3 + 1 + 2)));
    CHECK(circuit_sets(*plan, planner).size() == static_cast<std::size_t>(parts));
    CHECK_FALSE(planner.plan(PlanPolicy::never));
    // Some circuits may do for others, with more hops.
    CHECK(planner.plan(PlanPolicy::dp)->time_us() <= plan->time_us() * (1 + 1e-9));
    CHECK(planner.plan(PlanPolicy::greedy)->time_us() <= plan->time_us() * (1 + 1e-9));
  }
  CircuitPlanner mesh(made.flows, {RankTopology::full_mesh(6), made.model, 1, 0, 0}, cost);
  for (const PlanPolicy policy : {PlanPolicy::never, PlanPolicy::greedy, PlanPolicy::dp}) {
    CHECK(mesh.plan(policy)->letters() == "s");
    CHECK(mesh.plan(policy)->time_us() == Approx(3 + 1));
  }
}

TEST_CASE("planned circuits are in order and carry all rounds") {
  const Case made = make_case("halving_doubling", 16, kMiB);
  const AffineReconfiguration cost = constant(1);
  CircuitPlanner planner(made.flows, on_ring(made), cost);
  const auto plan = planner.plan(PlanPolicy::dp);
  const std::vector<PlannedCircuits> sets = circuit_sets(*plan, planner);
  REQUIRE(sets.size() == 7);
  CHECK(sets[0].circuits == RankTopology::ring(16).circuits());
  CHECK(sets[3].rounds == 2);
  CHECK(sets[6].circuits == sets[0].circuits);
  CHECK_THROWS_AS(CircuitPlanner(made.flows, {RankTopology::ring(8), {}, 1, 0, 0}, cost),
                  std::invalid_argument);
  for (const std::string_view name : kPlanPolicyNames) {
    CHECK(to_string(*find_plan_policy(name)) == name);
  }
}

TEST_CASE("plans of 1,024 ranks are exact and take no time that goes with all pairs of sets") {
  // A partner of its own in each of 1,023 rounds: as many sets of circuits.
  std::vector<FlowPattern> exchange;
  for (std::uint32_t mask = 1; mask < 1024; ++mask) {
    FlowPattern& flows = exchange.emplace_back();
    for (std::uint32_t rank = 0; rank < 1024; ++rank) {
      flows.push_back({rank, rank ^ mask, 1});
    }
  }
  Case pairs{flows_of(1024, exchange), {}};
  pairs.model.chunk_bytes = kMiB / 16;
  for (const Case& made : {make_case("halving_doubling", 1024, 64 * kMiB),
                           make_case("ring", 1024, 64 * kMiB), pairs}) {
    const AffineReconfiguration cost = constant(3.7);
    const std::clock_t before = std::clock();
    CircuitPlanner planner(made.flows, on_ring(made), cost);
    const auto plan = planner.plan(PlanPolicy::dp);
    const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    INFO(made.flows.rounds.size() << " rounds: " << seconds << " s");
    CHECK(plan->exact);
    CHECK(plan->time_us() <= planner.plan(PlanPolicy::greedy)->time_us() * (1 + 1e-9));
    CHECK(seconds < 5.0);  // under sanitizers; tests/benchmarks/plan_bench measures
  }
}

}  // namespace
}  // namespace heliograph::testbenches
