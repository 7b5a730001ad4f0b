// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_outline.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

namespace {

struct Kind {
  MeshOutline outline;
  std::string_view name;
  MeshLattice lattice;
};

constexpr std::array<Kind, 7> kKinds{{
    {MeshOutline::square, "square", MeshLattice::square},
    {MeshOutline::hexagonal, "hexagonal", MeshLattice::hexagonal},
    {MeshOutline::hexagonal_offset, "hexagonal_offset", MeshLattice::hexagonal},
    {MeshOutline::hexagonal_rings, "hexagonal_rings", MeshLattice::hexagonal},
    {MeshOutline::hexagonal_lattice, "hexagonal_lattice", MeshLattice::hexagonal},
    {MeshOutline::triangular, "triangular", MeshLattice::triangular},
    {MeshOutline::smartlight, "smartlight", MeshLattice::hexagonal},
}};

const Kind& kind_of(MeshOutline outline) { return kKinds.at(static_cast<std::size_t>(outline)); }

constexpr int kEdge = kMeshEdgeUnits;
constexpr int kHalfEdge = kEdge / 2;
constexpr int kHeight = 104;  // sqrt(3)/2 edges, to 0.1 %

/// Edges, each once however many faces have it.
class EdgeSet {
 public:
  void add(DrawingPoint a, DrawingPoint b) {
    auto low = std::make_pair(a.x, a.y);
    auto high = std::make_pair(b.x, b.y);
    if (high < low) {
      std::swap(low, high);
    }
    edges_.insert({low, high});
  }
  /// A face by its corners in turn.
  void add_face(const std::vector<DrawingPoint>& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      add(corners[i], corners[(i + 1) % corners.size()]);
    }
  }
  [[nodiscard]] std::vector<MeshEdge> edges() const {
    std::vector<MeshEdge> result;
    for (const auto& [a, b] : edges_) {
      result.push_back({{a.first, a.second}, {b.first, b.second}});
    }
    return result;
  }

 private:
  std::set<std::pair<std::pair<int, int>, std::pair<int, int>>> edges_;
};

/// The corners of a hexagon that stands on one of them, from the uppermost clockwise. `half_step`
/// counts half widths to the right, `row` rows downwards.
std::array<DrawingPoint, 6> hexagon(int half_step, int row) {
  const int x = half_step * kHeight;
  const int y = row * (kEdge + kHalfEdge);
  return {DrawingPoint{x, y - kEdge},   {x + kHeight, y - kHalfEdge},
          {x + kHeight, y + kHalfEdge}, {x, y + kEdge},
          {x - kHeight, y + kHalfEdge}, {x - kHeight, y - kHalfEdge}};
}

void add_hexagon(int half_step, int row, EdgeSet& set) {
  const std::array<DrawingPoint, 6> corners = hexagon(half_step, row);
  set.add_face({corners.begin(), corners.end()});
}

void add_squares(int rows, int columns, EdgeSet& set) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int x = column * kEdge;
      const int y = row * kEdge;
      set.add_face({{x, y}, {x + kEdge, y}, {x + kEdge, y + kEdge}, {x, y + kEdge}});
    }
  }
}

void add_triangles(int rows, int columns, EdgeSet& set) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int x = column * kEdge + row * kHalfEdge;
      const int y = row * kHeight;
      const DrawingPoint lower_left{x + kHalfEdge, y + kHeight};
      set.add_face({{x, y}, {x + kEdge, y}, lower_left});
      set.add_face({{x + kEdge, y}, {x + kEdge + kHalfEdge, y + kHeight}, lower_left});
    }
  }
}

void add_hexagons(int rows, int columns, bool offset, EdgeSet& set) {
  for (int row = 0; row < rows; ++row) {
    const int shift = offset ? row % 2 : row;
    for (int column = 0; column < columns; ++column) {
      add_hexagon(2 * column + shift, row, set);
    }
  }
}

void add_rings(int rings, EdgeSet& set) {
  for (int row = 1 - rings; row < rings; ++row) {
    const int count = 2 * rings - 1 - std::abs(row);
    for (int i = 0; i < count; ++i) {
      add_hexagon(2 * i - (count - 1), row, set);
    }
  }
}

/// Positions of hexagons in rows: the first and the last of `longest`, between them in turns one
/// and two more. An edge that two of them share is there if one of the two has all its neighbours
/// or, across a row, if one of them is in the first or the last row.
void add_lattice(int rows, int longest, EdgeSet& set) {
  using Place = std::pair<int, int>;  // row, half step
  std::set<Place> places;
  for (int row = 0; row <= rows + 1; ++row) {
    const bool outermost = row == 0 || row == rows + 1;
    const int count = longest + (outermost ? 0 : 2 - row % 2);
    const int first = outermost ? 2 : row % 2;
    for (int i = 0; i < count; ++i) {
      places.insert({row, first + 2 * i});
    }
  }
  const auto closed = [&](const Place& p) {
    constexpr std::array<Place, 6> kSides = {Place{0, -2}, Place{1, -1}, Place{1, 1},
                                             Place{0, 2},  Place{-1, 1}, Place{-1, -1}};
    return std::all_of(kSides.begin(), kSides.end(), [&](const Place& side) {
      return places.count({p.first + side.first, p.second + side.second}) > 0;
    });
  };
  struct Side {
    Place step;
    std::size_t from, to;  // corners of a hexagon
  };
  constexpr std::array<Side, 3> kForward = {Side{{0, 2}, 1, 2}, {{1, -1}, 3, 4}, {{1, 1}, 2, 3}};
  for (const Place& place : places) {
    for (const Side& side : kForward) {
      const Place other{place.first + side.step.first, place.second + side.step.second};
      const bool always = side.step.first == 1 && (place.first == 0 || place.first == rows);
      if (places.count(other) > 0 && (always || closed(place) || closed(other))) {
        const std::array<DrawingPoint, 6> corners = hexagon(place.second, place.first);
        set.add(corners.at(side.from), corners.at(side.to));
      }
    }
  }
}

void add_smartlight(EdgeSet& set) {
  constexpr int kRows = 7;
  constexpr int kShortRow = 2;
  for (int row = 0; row < kRows; ++row) {
    const int count = kShortRow + row % 2;
    for (int i = 0; i < count; ++i) {
      add_hexagon(2 * i - count, row, set);
    }
  }
  for (const int side : {-1, 1}) {
    // From the highest (lowest) corner of an end of the row outwards to where the next hexagon of
    // the row beyond would have its own.
    const std::array<DrawingPoint, 6> top = hexagon(side < 0 ? -kShortRow : kShortRow - 2, 0);
    const std::array<DrawingPoint, 6> bottom =
        hexagon(side < 0 ? -kShortRow : kShortRow - 2, kRows - 1);
    const DrawingPoint high = side < 0 ? top[5] : top[1];
    const DrawingPoint low = side < 0 ? bottom[4] : bottom[2];
    set.add(high, {high.x + side * kHeight, high.y - kHalfEdge});
    set.add(low, {low.x + side * kHeight, low.y + kHalfEdge});
  }
}

void check_size(const MeshShape& shape) {
  const auto fits = [](std::size_t count) { return count >= 1 && count <= kMostMeshRows; };
  const bool has_columns = shape.outline != MeshOutline::hexagonal_rings;
  if (!fits(shape.rows) || (has_columns && !fits(shape.columns))) {
    throw std::invalid_argument(
        "a " + std::string(to_string(shape.outline)) + " mesh has 1 to " +
        std::to_string(kMostMeshRows) + (has_columns ? " rows and columns, not " : " rings, not ") +
        std::to_string(shape.rows) + (has_columns ? " x " + std::to_string(shape.columns) : ""));
  }
}

/// Of a lattice in rows that take turns.
void check_lattice(const MeshShape& shape) {
  if (!lattice_is_there(shape)) {
    throw std::invalid_argument(
        "a hexagonal_lattice mesh has an odd number of rows and at least 2 columns, not " +
        std::to_string(shape.rows) + " x " + std::to_string(shape.columns));
  }
}

}  // namespace

bool lattice_is_there(const MeshShape& shape) { return shape.rows % 2 == 1 && shape.columns > 1; }

const std::vector<MeshOutline>& all_mesh_outlines() {
  static const std::vector<MeshOutline> all = {
      MeshOutline::square,          MeshOutline::hexagonal,         MeshOutline::hexagonal_offset,
      MeshOutline::hexagonal_rings, MeshOutline::hexagonal_lattice, MeshOutline::triangular,
      MeshOutline::smartlight};
  return all;
}

std::string_view to_string(MeshOutline outline) { return kind_of(outline).name; }

std::optional<MeshOutline> mesh_outline_of(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) {
      return kind.outline;
    }
  }
  return std::nullopt;
}

MeshLattice lattice_of(MeshOutline outline) { return kind_of(outline).lattice; }

std::vector<MeshEdge> mesh_edges(const MeshShape& shape) {
  EdgeSet set;
  if (shape.outline == MeshOutline::smartlight) {
    add_smartlight(set);
    return set.edges();
  }
  check_size(shape);
  const int rows = static_cast<int>(shape.rows);
  const int columns = static_cast<int>(shape.columns);
  switch (shape.outline) {
    case MeshOutline::square:
      add_squares(rows, columns, set);
      break;
    case MeshOutline::hexagonal:
    case MeshOutline::hexagonal_offset:
      add_hexagons(rows, columns, shape.outline == MeshOutline::hexagonal_offset, set);
      break;
    case MeshOutline::hexagonal_rings:
      add_rings(rows, set);
      break;
    case MeshOutline::hexagonal_lattice:
      check_lattice(shape);
      add_lattice(rows, columns, set);
      break;
    case MeshOutline::triangular:
      add_triangles(rows, columns, set);
      break;
    case MeshOutline::smartlight:
      break;
  }
  return set.edges();
}

}  // namespace heliograph::photonics
