// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/fabric/fabric_drawing.hpp"

namespace heliograph::photonics {

/// The lattice on whose edges the cells of a recirculating mesh lie.
enum class MeshLattice { square, hexagonal, triangular };

/// An edge of a lattice, from one vertex to the other, in drawing units.
struct MeshEdge {
  DrawingPoint from;
  DrawingPoint to;
};

/// Edges are kMeshEdgeUnits long; where that takes sqrt(3), to 0.1 %.
inline constexpr int kMeshEdgeUnits = 120;

/// The outlines that meshes are cut in.
enum class MeshOutline {
  square,             ///< R x C squares
  hexagonal,          ///< R rows of C hexagons, each row half a hexagon further right
  hexagonal_offset,   ///< the same, every second row half a hexagon to the right
  hexagonal_rings,    ///< R rings: a hexagon, the six round it, ...
  hexagonal_lattice,  ///< W = R rows (odd) of hexagons with at most H = C in a row; 7 x 3:
                      ///< smartlight
  triangular,         ///< R rows of 2 C triangles in a parallelogram
  smartlight          ///< that of the iPronics Smartlight chip; R and C are not asked for
};

/// An outline with its size, as it stands in files and on the command line.
struct MeshShape {
  MeshOutline outline = MeshOutline::smartlight;
  std::size_t rows = 1;
  std::size_t columns = 1;
};

[[nodiscard]] const std::vector<MeshOutline>& all_mesh_outlines();
/// The name in files and on the command line, e.g. `hexagonal_rings`.
[[nodiscard]] std::string_view to_string(MeshOutline outline);
[[nodiscard]] std::optional<MeshOutline> mesh_outline_of(std::string_view name);

/// Rows and columns (or rings) of a mesh are 1 to this.
inline constexpr std::size_t kMostMeshRows = 32;

/// A hexagonal_lattice has an odd number of rows and at least 2 columns.
[[nodiscard]] bool lattice_is_there(const MeshShape& shape);

[[nodiscard]] MeshLattice lattice_of(MeshOutline outline);

/// The edges of a mesh of the given shape, without order.
///
/// Counts (R rows, C columns, L rings), as edges / vertices / ports of the mesh that is built on
/// them, two ports at each vertex that lacks edges:
///   square            2RC+R+C / (R+1)(C+1) / 4(R+C)
///   hexagonal, both   3RC+2R+2C-1 / 2RC+2R+2C / 4(R+C+1)
///   hexagonal_rings   9L^2-3L / 6L^2 / 12L
///   hexagonal_lattice (6RC+R+4C-1)/2 / 2RC+R+2C+1 / 4(R+C): RC - (R+1)/2 hexagons, in rows of C-1
///   and C
///                     in turns, and the four edges that stand out as in smartlight
///   triangular        3RC+R+C / (R+1)(C+1) / 4(R+C)
///   smartlight        72 / 56 / 40: 17 hexagons in rows of 2, 3, 2, 3, 2, 3 and 2, and at each end
///                     of the first and of the last row an edge that stands out
/// Throws std::invalid_argument when a number of rows or columns that is asked for is 0 or more
/// than kMostMeshRows, or a hexagonal_lattice is none (lattice_is_there()).
[[nodiscard]] std::vector<MeshEdge> mesh_edges(const MeshShape& shape);

}  // namespace heliograph::photonics
