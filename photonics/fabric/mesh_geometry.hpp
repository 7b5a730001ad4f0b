// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "photonics/fabric/fabric_drawing.hpp"
#include "photonics/fabric/mesh_outline.hpp"

namespace heliograph::photonics {

// Directions in the drawing plane. Angles are counted against the clock as one sees it, though y
// grows downwards.

/// Directions of lattice edges are counted in twelfths of a turn, from the right.
inline constexpr int kTwelfths = 12;
inline constexpr double kRightAngle = base::kPi / 2.0;

/// The angle between neighbouring edges at a vertex where none is left out, in twelfths of a turn.
[[nodiscard]] int lattice_angle(MeshLattice lattice);

/// How far the middles of neighbouring edges of a lattice are apart, across and down.
[[nodiscard]] DrawingPoint place_step(MeshLattice lattice);

/// Of length 1.
struct Direction {
  double x = 0.0;
  double y = 0.0;
};

[[nodiscard]] Direction direction_of(const DrawingPoint& from, const DrawingPoint& to);
[[nodiscard]] Direction turned(const Direction& d, double angle);
/// To the nearest twelfth of a turn, 0 to 11.
[[nodiscard]] int twelfth_of(const Direction& d);
/// The nearest point of whole numbers.
[[nodiscard]] DrawingPoint moved(const DrawingPoint& from, const Direction& along, double distance,
                                 const Direction& aside, double offset);
/// Whether this is an edge of a lattice of this kind: a hexagonal one has vertical edges, a square
/// and a triangular one level edges.
[[nodiscard]] bool is_edge_of(MeshLattice lattice, const MeshEdge& edge);

}  // namespace heliograph::photonics
