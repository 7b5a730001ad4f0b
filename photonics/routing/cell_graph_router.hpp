// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/routing/fabric_router.hpp"

namespace heliograph::photonics {

/// Routes any feed-forward fabric of 2x2 cells by search (fabric_router.hpp without a rule). On a
/// Benes graph that is the looping algorithm in another dress, and the search hardly ever turns
/// back.
///
/// Circuits that stay keep their path where that leaves a way for the others: all of them if
/// possible; else one after the other in the order of their inputs, which gives a set that cannot
/// be extended, but not always the largest. Cells that no circuit needs keep their state.
class CellGraphRouter final : public CircuitRouter {
 public:
  static constexpr std::size_t kDefaultSteps = 20'000;

  /// `steps`: decisions that one search may take. A search for a way that keeps one more circuit
  /// and runs out of them counts as one that found none. Throws std::invalid_argument when
  /// light_order() refuses the graph.
  explicit CellGraphRouter(CellGraph graph, std::size_t steps = kDefaultSteps);
  /// The same for a fabric, whose losses it then knows.
  explicit CellGraphRouter(const SwitchFabric& fabric, std::size_t steps = kDefaultSteps);

  /// Throws RoutingFailed when no states of the cells realise `wanted`, or when the search for them
  /// ran out of steps.
  using CircuitRouter::route;
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override {
    return router_.route(request);
  }

 private:
  FabricRouter router_;
};

}  // namespace heliograph::photonics
