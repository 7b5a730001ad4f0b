// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "testbenches/planning/circuit_planner.hpp"
#include "testbenches/planning/plan_ground.hpp"

namespace heliograph::testbenches {

/// One stage of a plan.
struct PlanStep {
  std::size_t stage = 0;
  std::size_t topology = 0;
  double dark_us = 0;    ///< exposed, before it
  double hidden_us = 0;  ///< of the same change
};
using PlanSteps = std::vector<PlanStep>;

/// The policies that look at one round after the other: never, always, always_skip, greedy.
[[nodiscard]] std::optional<PlanSteps> follow_rule(PlanGround& ground, PlanPolicy policy,
                                                   double lead_us);
/// dp and partial: shortest path over (position, topology). Of equal plans the one that stays
/// longer, then that of the lower topologies.
[[nodiscard]] std::optional<PlanSteps> search_plan(PlanGround& ground, PlanPolicy policy,
                                                   double lead_us);
/// overlap: shortest path over (position, topology that carries, topology of the other plane).
[[nodiscard]] std::optional<PlanSteps> search_overlap(PlanGround& ground, double lead_us);

/// Is `time` less than `than`, by more than rounding?
[[nodiscard]] inline bool is_less(double time, double than) {
  constexpr double kRounding = 1e-12;
  return time < than - kRounding * (than == PlanGround::kNever ? 0 : than);
}

}  // namespace heliograph::testbenches
