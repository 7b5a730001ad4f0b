// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "testbenches/drawing/svg_writer.hpp"

namespace heliograph::testbenches {

/// A rectangle in any direction.
struct Patch {
  PagePoint centre;
  PagePoint along{1.0, 0.0};  ///< of length 1
  double length = 0.0;
  double width = 0.0;
};

[[nodiscard]] bool overlap(const Patch& a, const Patch& b);

/// The patch that begins at `from` and goes on in a direction.
[[nodiscard]] Patch patch_from(const PagePoint& from, const PagePoint& along, double length,
                               double width);

/// A label that begins at a port.
struct PortLabel {
  PagePoint from;
  PagePoint outwards;  ///< direction of the port's waveguide, of length 1
  double gap = 0.0;    ///< between the port and the text
  double length = 0.0;
  double height = 0.0;
};

/// The direction in which each label reads best: all along their waveguides where they then clear
/// each other, the ports and the obstacles; else those of slanting waveguides level, or if that is
/// not clear upright.
[[nodiscard]] std::vector<PagePoint> label_directions(const std::vector<PortLabel>& labels,
                                                      const std::vector<Patch>& obstacles);

}  // namespace heliograph::testbenches
