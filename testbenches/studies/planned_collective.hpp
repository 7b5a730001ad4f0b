// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "testbenches/planning/circuit_planner.hpp"

namespace heliograph::testbenches {

/// What a study reckons a collective's time with.
struct CollectivePoint {
  double bytes = 0;  ///< of the buffer
  double alpha_us = 3;
  double bandwidth_GBps = 450;  ///< of a rank, all ports together
  double reconfiguration_us = 3.7;
  std::uint32_t ports = 1;
};

/// The rounds of an AllReduce by a named algorithm, made once and planned for many points.
class PlannedCollective {
 public:
  PlannedCollective(const std::string& algorithm, std::uint32_t ranks);
  /// Rounds that are given; the buffer has so many chunks.
  PlannedCollective(RoundFlows rounds, std::int64_t chunks);

  /// In microseconds. Each circuit has the rank's bandwidth over its ports, each of the start
  /// topology as much as `start` says of it. Precondition: the policy can carry the rounds.
  [[nodiscard]] double time_us(PlanPolicy policy, const RankTopology& start,
                               const CollectivePoint& point) const;
  /// Without any changes: each round on circuits of its own.
  [[nodiscard]] double ideal_us(const CollectivePoint& point) const;
  [[nodiscard]] std::string letters(PlanPolicy policy, const RankTopology& start,
                                    const CollectivePoint& point) const;

 private:
  [[nodiscard]] RoundCostModel model(const CollectivePoint& point) const;
  [[nodiscard]] CircuitPlan plan(PlanPolicy policy, const RankTopology& start,
                                 const CollectivePoint& point) const;

  RoundFlows rounds_;
  std::int64_t chunks_ = 1;
};

/// The largest number in 0 .. most for which something holds that holds for all smaller ones, by
/// bisection.
template <class Holds>
[[nodiscard]] double largest_that(Holds holds, double most) {
  constexpr int kTurns = 60;
  double least = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double middle = (least + most) / 2;
    (holds(middle) ? least : most) = middle;
  }
  return least;
}

}  // namespace heliograph::testbenches
