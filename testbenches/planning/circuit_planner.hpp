// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/planning/rank_topology.hpp"
#include "testbenches/planning/reconfiguration_cost.hpp"
#include "testbenches/planning/round_cost.hpp"
#include "testbenches/planning/round_flows.hpp"

namespace heliograph::testbenches {

class PlanGround;

/// When circuits change.
enum class PlanPolicy {
  never,        ///< all rounds on the start topology
  always,       ///< to each round's own circuits, and a change is paid in every round
  always_skip,  ///< the same, but circuits that are up are not set again
  greedy,       ///< to a round's own circuits where that pays for this round alone
  dp,           ///< the least time of all sequences of the topologies in play
  overlap,      ///< the least time with a second plane, set while the first carries
  partial,      ///< the least time when only circuits that change go dark
};
inline constexpr std::array<std::string_view, 7> kPlanPolicyNames{
    "never", "always", "always_skip", "greedy", "dp", "overlap", "partial"};
[[nodiscard]] std::string_view to_string(PlanPolicy policy);
[[nodiscard]] std::optional<PlanPolicy> find_plan_policy(std::string_view name);

enum class PlanDecision {
  stay,    ///< on what is up: `s`
  change,  ///< to the circuits of a round, mostly its own: `R`
  back,    ///< to the start topology: `r`
};

/// What happens in a round, or in one part of a round whose ranks have more peers than ports.
struct PlannedRound {
  std::size_t round = 0;
  std::size_t part = 0;
  std::size_t parts = 1;
  PlanDecision decision = PlanDecision::stay;
  std::size_t topology = 0;  ///< of CircuitPlan::topologies
  std::size_t stage = 0;     ///< of the planner, for CircuitPlanner::flows
  std::size_t flows = 0;
  std::int64_t largest_flow = 0;  ///< in chunks
  RouteLoad load;
  PlanTime time;
  double hidden_us = 0;  ///< of a change, behind what is sent meanwhile or is waited for
};

struct CircuitPlan {
  PlanPolicy policy = PlanPolicy::never;
  std::vector<PlannedRound> rounds;
  PlanTime time;  ///< of all, with the ranks' waiting for the last one
  double hidden_us = 0;
  /// False when not every set of circuits was tried in every round, as that were too much work:
  /// the start topology and each round's own circuits were.
  bool exact = true;

  [[nodiscard]] double time_us() const { return time.total_us(); }
  [[nodiscard]] std::size_t changes() const;
  /// A letter for each round or part, as `sRRRsRRr`.
  [[nodiscard]] std::string letters() const;
};

/// What a planner is given besides the rounds.
struct PlanMachine {
  RankTopology start;
  RoundCostModel model;
  std::uint32_t ports = 1;  ///< circuits that a rank can have at a time, each way
  double waiting_us = 0;    ///< from the first arrival to the last
  double lead_us = 0;       ///< a change before the first round may start so long before it
};

/// Decides when circuits change. The model of a round is that of round_time(): all ranks go from
/// round to round together. With delta the time of a change from ReconfigurationCost:
///   dp       time of the plan = sum of the rounds + delta of each change; exact by dynamic
///            programming over (round, topology that is up), as Harvest (arXiv 2602.09188) and
///            PCCL (2509.15450) decide
///   overlap  a second set of ports, empty at first: while rounds go on one plane the other is
///            set, and what was up there stays; a change shows max(0, delta - time of the rounds
///            since the last one)
///   partial  as dp, but in a round on its own circuits only flows on circuits that are new wait
/// Where a round needs more circuits than there are ports it is split into as few parts as carry
/// it; on the topology that is up it may also go as a whole.
class CircuitPlanner {
 public:
  /// Keeps a reference to `reconfiguration`. Throws std::invalid_argument when the rounds are not
  /// of the start topology's ranks, or there are no ports.
  CircuitPlanner(const RoundFlows& rounds, PlanMachine machine,
                 const ReconfigurationCost& reconfiguration);
  CircuitPlanner(const CircuitPlanner&) = delete;
  CircuitPlanner& operator=(const CircuitPlanner&) = delete;
  ~CircuitPlanner();

  /// Nothing when no plan of this policy carries all rounds: `never` on a start topology that has
  /// no way for some flow.
  [[nodiscard]] std::optional<CircuitPlan> plan(PlanPolicy policy);

  /// What a round takes at least on its topology, however its flows are routed and split, changes
  /// aside: start-up, hops, and the proven side of bound_congestion().
  [[nodiscard]] double bound_us(const PlannedRound& round) const;
  [[nodiscard]] const FlowPattern& flows(const PlannedRound& round) const;

  /// The topologies in play: number 0 is the start topology.
  [[nodiscard]] std::size_t topologies() const;
  [[nodiscard]] const RankTopology& topology(std::size_t number) const;

 private:
  [[nodiscard]] std::optional<CircuitPlan> follow(PlanPolicy policy);

  double waiting_us_;
  double lead_us_;
  std::unique_ptr<PlanGround> ground_;
};

/// The topologies of a plan one after the other, each with how many of its rounds or parts go on
/// it: what a controller is given.
struct PlannedCircuits {
  std::vector<base::RankCircuit> circuits;
  std::size_t rounds = 0;
};
[[nodiscard]] std::vector<PlannedCircuits> circuit_sets(const CircuitPlan& plan,
                                                        const CircuitPlanner& planner);

}  // namespace heliograph::testbenches
