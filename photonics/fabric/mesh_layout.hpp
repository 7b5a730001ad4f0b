// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_drawing.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/mesh_outline.hpp"

namespace heliograph::photonics {

/// One of the four places where light enters and leaves a cell of a mesh. A cell's left end is the
/// one further left, of a vertical edge the lower one. Rail 0 lies on the left of somebody who
/// looks from the left end to the right end: above the edge, of a vertical edge on its left. So bar
/// keeps light on the same side of its edge, and cross brings it to the other.
struct MeshTerminal {
  base::CellId cell{};
  bool right = false;    ///< at the right end
  std::size_t rail = 0;  ///< 0 or 1

  friend bool operator==(const MeshTerminal& a, const MeshTerminal& b) {
    return a.cell == b.cell && a.right == b.right && a.rail == b.rail;
  }
};

/// The way by which light enters a cell at a terminal.
[[nodiscard]] inline CellRail entering(const MeshTerminal& terminal) {
  return {terminal.cell, terminal.rail + (terminal.right ? 2 : 0)};
}
/// The rail by which light leaves it there.
[[nodiscard]] inline std::size_t leaving_rail(const MeshTerminal& terminal) {
  return terminal.rail + (terminal.right ? 0 : 2);
}

/// The plan of a recirculating mesh: a 2x2 cell on each edge of a lattice. Of two ends that are
/// neighbours round a vertex, with no edge of the lattice left out between them, the terminals that
/// face each other are joined; all other terminals are ports. Light goes both ways: input i and
/// output i are the same port.
///
/// Cells are numbered row by row from the top, by the middles of their edges. Ports are numbered
/// along the boundary, down its left side and up its right one, from the highest (then leftmost)
/// vertex that has one. In a hexagonal lattice port 0 is the first terminal of the boundary by the
/// places of the hexagons in whose corners terminals lie (also of those that lack edges), row by
/// row, then by corners against the clock from the upper left one: as on the Smartlight chip.
struct MeshLayout {
  MeshLattice lattice = MeshLattice::hexagonal;
  CellGraph graph;
  /// Rails begin and end a quarter of the edge from its vertices.
  FabricDrawing drawing;
  std::vector<CellPlace> places;  ///< by cell: its edge's middle, counted in steps of the lattice
  std::vector<std::string> cell_names;
  std::vector<MeshTerminal> ports;
  std::vector<std::pair<MeshTerminal, MeshTerminal>> joins;
  std::size_t vertices = 0;
};

/// Throws std::invalid_argument when there are no edges, when two are the same or one is not an
/// edge of the lattice (its length or direction is wrong).
[[nodiscard]] MeshLayout make_mesh_layout(MeshLattice lattice, const std::vector<MeshEdge>& edges);
/// Throws as mesh_edges().
[[nodiscard]] MeshLayout make_mesh_layout(const MeshShape& shape);

}  // namespace heliograph::photonics
