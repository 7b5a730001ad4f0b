// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "photonics/fabric/interposer_layout.hpp"
#include "photonics/routing/fabric_router.hpp"
#include "photonics/routing/routing_rule.hpp"

namespace heliograph::photonics {

/// A bus between two tiles of which more circuits want a waveguide than it has.
struct FullBus {
  TilePlace from;
  TilePlace to;                      ///< its neighbour
  std::vector<base::PortId> inputs;  ///< of the circuits, ascending
};

/// The buses that are too few for these circuits, those with the most circuits first. None: they
/// can be there together (interposer_layout.hpp says why).
[[nodiscard]] std::vector<FullBus> full_buses(const InterposerPlan& plan, const Matching& wanted);

/// Lanes of an interposer's buses for circuits: line by line (the buses of one direction in one row
/// or column), circuits that are there keep their lane where the others still find one, else all of
/// the line but untouchable ones get new ones, else all. Others get the first free lane in the
/// order in which they get on, which is enough where no lane is taken before (colouring of
/// intervals).
class InterposerRule final : public RoutingRule {
 public:
  explicit InterposerRule(std::shared_ptr<const InterposerPlan> plan) : plan_(std::move(plan)) {}

  [[nodiscard]] std::vector<CellState> states_for(const RoutingTask& task) const override;

 private:
  std::shared_ptr<const InterposerPlan> plan_;
};

/// Routes an interposer. RoutingFailed says which bus is full.
class InterposerRouter final : public CircuitRouter {
 public:
  /// Throws std::invalid_argument unless the fabric has the plan's ports and cells.
  InterposerRouter(std::shared_ptr<const InterposerPlan> plan, const SwitchFabric& fabric);

  using CircuitRouter::route;
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override;

 private:
  std::shared_ptr<const InterposerPlan> plan_;
  FabricRouter router_;
};

}  // namespace heliograph::photonics
