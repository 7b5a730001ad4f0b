// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "photonics/fabric/benes_layout.hpp"
#include "photonics/routing/circuit_router.hpp"

namespace heliograph::photonics {

/// The looping algorithm of Benes networks (Opferman and Tsao-Wu, 1971), generalised to partial
/// matchings and to fabrics that already carry circuits.
///
/// Circuits that share an input or output cell must take different sub-networks; circuits tied in
/// this way form a loop or chain that has two orientations. Each is oriented so that the most
/// circuits that stay keep the sub-network they use now; then so that the fewest cells of these two
/// columns change; then so that its lowest input goes to the upper sub-network. A circuit that
/// keeps its sub-network at every level runs through no changed cell. Cells that no circuit needs
/// keep their state. The choice is made level by level from the outside in: it does not promise
/// the least possible disturbance.
class BenesRouter final : public CircuitRouter {
 public:
  /// Throws std::invalid_argument unless BenesLayout::allows(ports).
  explicit BenesRouter(std::size_t ports);

  using CircuitRouter::route;
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override;

 private:
  BenesLayout layout_;
};

}  // namespace heliograph::photonics
