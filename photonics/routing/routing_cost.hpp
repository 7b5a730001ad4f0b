// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "photonics/routing/routed_fabric.hpp"
#include "photonics/routing/routing_task.hpp"

namespace heliograph::photonics {

/// How well a result meets an objective: what counts first, and what decides between equals. Less
/// is better.
///   least_disturbance: circuits disturbed, cells changed;
///   fewest_changes: cells changed, circuits disturbed;
///   least_loss: loss of the worst circuit and sum over the circuits, in billionths of a decibel.
struct RoutingCost {
  std::int64_t first = 0;
  std::int64_t second = 0;

  friend bool operator<(const RoutingCost& a, const RoutingCost& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  }
};

/// Precondition: the losses are known if the objective is least_loss.
[[nodiscard]] RoutingCost cost_of(const RoutedFabric& fabric, const RoutingTask& task,
                                  const RoutingResult& result);

}  // namespace heliograph::photonics
