// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"
#include "photonics/routing/routing_check.hpp"

namespace heliograph::photonics {

/// What the fields of a mesh say of a routing. Each port of a pair sends the same power, all others
/// are dark.
struct MeshFieldCheck {
  /// Each pair both ways, by port.
  RoutingCheck circuits;
  /// The greatest loss of a circuit beyond what its trace promises: what its cells let leak, or
  /// what a loop takes.
  base::Decibel worst_excess;
  /// Of all circuits, the most light of all others at its port, relative to its own; nothing if
  /// none leaks.
  std::optional<base::Decibel> worst_crosstalk;
  /// The most light of all circuits at a port without one, relative to what a port sends; nothing
  /// if all is dark.
  std::optional<base::Decibel> worst_dark;

  /// Every circuit arrives, and no more than so much goes astray anywhere (a negative number).
  [[nodiscard]] bool keeps_to(base::Decibel crosstalk) const;
};

/// By the fields at the design frequency, with the cells at the phases that their states need.
/// Throws std::invalid_argument when the states or the pairs do not fit the fabric.
[[nodiscard]] MeshFieldCheck verify_mesh_routing(const SwitchFabric& fabric,
                                                 const std::vector<MeshPair>& pairs,
                                                 const std::vector<CellState>& states);
/// The same by a field matrix of the fabric that the caller has: at other phases (of a cell that is
/// stuck) or another frequency.
[[nodiscard]] MeshFieldCheck check_mesh_by_fields(const SwitchFabric& fabric,
                                                  const std::vector<MeshPair>& pairs,
                                                  const std::vector<CellState>& states,
                                                  const Eigen::MatrixXcd& field);

}  // namespace heliograph::photonics
