// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "photonics/routing/routing_rule.hpp"

namespace heliograph::photonics {

/// Fabrics whose cells, as comparators in the order of the light, sort whatever comes in: in the
/// planar fabric by odd-even transposition, in the triangle of Reck by insertion. Light is sorted
/// by the output that it wants; a cell crosses what comes in the wrong order.
/// That moves most of the circuits that are there; so it is done only when the change cannot be
/// made by exchanges that leave most of them alone (exchange.hpp).
///
/// A partial matching is completed: inputs without a circuit go on to the outputs that they reach
/// now, where those are free, the rest in ascending order. Where no circuit passes, cells keep
/// their state, and the two are named anew.
class SortingRule final : public RoutingRule {
 public:
  /// `order`: the cells as the light meets them.
  explicit SortingRule(std::vector<base::CellId> order) : order_(std::move(order)) {}

  [[nodiscard]] std::vector<CellState> states_for(const RoutingTask& task) const override;

  /// By sorting in any case.
  [[nodiscard]] std::vector<CellState> sorted_states(const RoutingTask& task) const;

 private:
  std::vector<base::CellId> order_;
};

}  // namespace heliograph::photonics
