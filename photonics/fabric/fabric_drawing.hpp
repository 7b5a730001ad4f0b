// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"

namespace heliograph::photonics {

/// A point of a drawn fabric, in drawing units: x from the inputs to the right, y downwards. Whole
/// numbers, so that crossings are counted exactly.
struct DrawingPoint {
  int x = 0;
  int y = 0;

  friend bool operator==(const DrawingPoint& a, const DrawingPoint& b) {
    return a.x == b.x && a.y == b.y;
  }
};

/// Where a cell is drawn: where its rails end, by side. Rail 0 (and 2) is `left[0]` to `right[0]`.
struct DrawnCell {
  std::array<DrawingPoint, 2> left;
  std::array<DrawingPoint, 2> right;
};

/// A waveguide: straight pieces from where it begins to where it ends. Empty where there is none.
using DrawnWay = std::vector<DrawingPoint>;

/// A fabric as it is drawn: every cell, waveguide and port has its place.
struct FabricDrawing {
  std::vector<DrawnCell> cells;                        ///< by cell
  std::vector<DrawnWay> input_ways;                    ///< by input
  std::vector<std::array<DrawnWay, kCellRails>> ways;  ///< by cell and rail of leaving
  std::vector<DrawingPoint> inputs;                    ///< by input
  std::vector<DrawingPoint> outputs;                   ///< by output
};

/// How often each waveguide crosses others.
struct DrawnCrossings {
  std::vector<std::size_t> input_ways;
  std::vector<std::array<std::size_t, kCellRails>> ways;
  std::size_t total = 0;  ///< each crossing once
};

/// Counts, exactly, the points in which the insides of two straight pieces of different waveguides
/// meet; waveguides that only touch at their ends do not cross. Where three meet in a point, three
/// pairs cross. For fabrics in which light goes one way.
[[nodiscard]] DrawnCrossings count_crossings(const FabricDrawing& drawing);

}  // namespace heliograph::photonics
