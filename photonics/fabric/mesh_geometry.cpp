// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_geometry.hpp"

#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

int lattice_angle(MeshLattice lattice) {
  switch (lattice) {
    case MeshLattice::square:
      return 3;
    case MeshLattice::hexagonal:
      return 4;
    case MeshLattice::triangular:
      return 2;
  }
  throw std::invalid_argument("no such lattice");
}

DrawingPoint place_step(MeshLattice lattice) {
  constexpr int kHalf = kMeshEdgeUnits / 2;
  switch (lattice) {
    case MeshLattice::square:
      return {kHalf, kHalf};
    case MeshLattice::hexagonal:
      return {52, kHalf + kHalf / 2};
    case MeshLattice::triangular:
      return {kHalf / 2, 52};
  }
  throw std::invalid_argument("no such lattice");
}

Direction direction_of(const DrawingPoint& from, const DrawingPoint& to) {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  const double length = std::hypot(x, y);
  return {x / length, y / length};
}

Direction turned(const Direction& d, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {d.x * c + d.y * s, d.y * c - d.x * s};
}

int twelfth_of(const Direction& d) {
  const double angle = std::atan2(-d.y, d.x);
  const int twelfth = static_cast<int>(std::lround(angle * kTwelfths / (2.0 * base::kPi)));
  return (twelfth + kTwelfths) % kTwelfths;
}

DrawingPoint moved(const DrawingPoint& from, const Direction& along, double distance,
                   const Direction& aside, double offset) {
  return {static_cast<int>(std::lround(from.x + distance * along.x + offset * aside.x)),
          static_cast<int>(std::lround(from.y + distance * along.y + offset * aside.y))};
}

bool is_edge_of(MeshLattice lattice, const MeshEdge& edge) {
  const double length = std::hypot(edge.to.x - edge.from.x, edge.to.y - edge.from.y);
  if (!(std::abs(length - kMeshEdgeUnits) < 1.0)) {
    return false;
  }
  const Direction along = direction_of(edge.from, edge.to);
  const int twelfth = twelfth_of(along);
  const double exact = 2.0 * base::kPi * twelfth / kTwelfths;
  const bool straight = std::hypot(along.x - std::cos(exact), along.y + std::sin(exact)) < 0.01;
  const int first = lattice == MeshLattice::hexagonal ? 1 : 0;
  const int between = lattice == MeshLattice::square ? 3 : 2;
  return straight && (twelfth + kTwelfths - first) % between == 0;
}

}  // namespace heliograph::photonics
