// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "testbenches/planning/flow_router.hpp"
#include "testbenches/planning/rank_topology.hpp"
#include "testbenches/planning/reconfiguration_cost.hpp"
#include "testbenches/planning/round_cost.hpp"
#include "testbenches/planning/round_flows.hpp"

namespace heliograph::testbenches {

/// Flows that go at the same time: a round, or the part of one that its ports can carry at once.
/// Stages lead from position to position; a round of k parts is k stages in a row, and one beside
/// them that does it as a whole on whatever topology is up.
struct PlanStage {
  std::size_t from = 0;     ///< position
  std::size_t to = 0;       ///< position
  std::size_t round = 0;    ///< of the schedule
  std::size_t part = 0;     ///< of the round
  std::size_t parts = 1;    ///< of the round; 1 also of a round as a whole
  std::size_t pattern = 0;  ///< its flows
  std::size_t own = 0;      ///< the topology of just its circuits, or kNoTopology
};

/// What all planners search: the stages, the topologies in play (the start topology, number 0, and
/// the circuits of each stage that fits the ports, each set once) and what staying and changing
/// cost. Costs are found when they are asked for, and kept.
class PlanGround {
 public:
  static constexpr std::size_t kNoTopology = std::numeric_limits<std::size_t>::max();
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// Keeps references to `reconfiguration`. Precondition: at least one port; `start` has the ranks
  /// of the rounds.
  PlanGround(RoundFlows rounds, RankTopology start, RoundCostModel model,
             const ReconfigurationCost& reconfiguration, std::uint32_t ports);

  [[nodiscard]] std::size_t positions() const { return stages_from_.size(); }  ///< but the end
  [[nodiscard]] const std::vector<std::size_t>& stages_from(std::size_t position) const {
    return stages_from_[position];
  }
  [[nodiscard]] const PlanStage& stage(std::size_t number) const { return stages_[number]; }
  [[nodiscard]] std::size_t topologies() const { return topologies_.size(); }
  [[nodiscard]] const RankTopology& topology(std::size_t number) const {
    return topologies_[number];
  }
  [[nodiscard]] const FlowPattern& flows(std::size_t stage) const {
    return patterns_[stages_[stage].pattern];
  }
  [[nodiscard]] const RoundCostModel& model() const { return model_; }

  /// The time of a stage on a topology, kNever where it has no way, or where it is above `most_us`.
  [[nodiscard]] double stay_us(std::size_t topology, std::size_t stage, double most_us = kNever);
  /// The topologies that carry a stage, in order, but for those on which it takes longer than on
  /// its own circuits with the longest changes there and back: no best plan of dp, partial or
  /// overlap has them.
  /// Beyond a limit of work (10^8 ranks visited by all searches) only the start topology and the
  /// stage's own are looked at, see is_exact().
  [[nodiscard]] const std::vector<std::size_t>& carriers(std::size_t stage);
  [[nodiscard]] bool is_exact() const { return exact_; }
  /// Of setting `to` where `from` is up.
  [[nodiscard]] double change_us(std::size_t from, std::size_t to) const;
  /// Of setting `to` where nothing is up, or whatever is up is set again.
  [[nodiscard]] double set_us(std::size_t to) const;

  [[nodiscard]] FlowRouter& router() { return router_; }

 private:
  void add_round(std::size_t round, std::size_t pattern, std::uint32_t ports);
  [[nodiscard]] double pattern_us(std::size_t topology, std::size_t pattern, double most_us);
  /// Of a pattern on its own circuits, or part by part on theirs, with the longest changes to each
  /// and back again: what a topology must not exceed to be of use.
  [[nodiscard]] double detour_us(std::size_t pattern);
  [[nodiscard]] RouteLimit limit_of(std::size_t topology, double most_us) const;
  [[nodiscard]] std::size_t own_topology(std::size_t pattern, std::string name);

  RoundCostModel model_;
  const ReconfigurationCost& reconfiguration_;
  RankTopology nothing_;
  std::vector<FlowPattern> patterns_;
  std::vector<std::int64_t> largest_;               ///< flow, by pattern
  std::vector<std::vector<std::size_t>> parts_of_;  ///< patterns, by pattern of a whole round
  std::vector<std::size_t> own_of_;                 ///< by pattern; kUnknown
  std::vector<RankTopology> topologies_;
  std::vector<PlanStage> stages_;
  std::vector<std::vector<std::size_t>> stages_from_;  ///< by position
  std::vector<std::vector<double>> stay_;              ///< by pattern and topology; NaN: unknown
  std::vector<std::vector<std::size_t>> carriers_;     ///< by pattern
  FlowRouter router_;
  double most_change_us_ = 0;
  std::int64_t carrier_visits_ = 0;
  bool exact_ = true;
};

}  // namespace heliograph::testbenches
