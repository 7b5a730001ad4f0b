// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/mesh_routing/mesh_graph.hpp"

namespace heliograph::photonics {

/// The way of the light between two ports; the same both ways.
struct MeshRoute {
  base::PortId from{};
  base::PortId to{};
  std::vector<PathHop> hops;  ///< in the order of light from `from`

  /// Cells passed: one that is passed twice counts twice.
  [[nodiscard]] std::size_t cells() const { return hops.size(); }
};

/// Where light goes in a mesh whose cells all have a state.
struct MeshTrace {
  std::vector<base::PortId> partner;             ///< by port: whom it is joined to
  std::vector<std::size_t> cells;                ///< by port: cells on its way
  std::vector<std::vector<base::CellId>> loops;  ///< closed ways that no port leads to

  [[nodiscard]] bool joins(base::PortId a, base::PortId b) const {
    return partner[base::index(a)] == b;
  }
};

/// Judge of every routing. Throws std::invalid_argument unless there is a state for each cell.
[[nodiscard]] MeshTrace trace_routes(const MeshGraph& graph, const std::vector<CellState>& states);

/// The way of the light from one port. Throws std::invalid_argument unless there is a state for
/// each cell and the port exists.
[[nodiscard]] MeshRoute route_from(const MeshGraph& graph, base::PortId port,
                                   const std::vector<CellState>& states);

/// What the routes ask of the cells; nothing of a cell that none passes. Throws
/// std::invalid_argument when a cell is wanted in two states.
[[nodiscard]] std::vector<std::optional<CellState>> states_of_routes(
    const MeshGraph& graph, const std::vector<MeshRoute>& routes);

}  // namespace heliograph::photonics
