// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// Where light enters a cell: rail 0 is the upper.
struct CellRail {
  base::CellId cell{};
  std::size_t rail = 0;

  friend bool operator==(const CellRail& a, const CellRail& b) {
    return a.cell == b.cell && a.rail == b.rail;
  }
};

/// Where a waveguide leads to: into a cell, or to an output of the fabric.
using WayEnd = std::variant<CellRail, base::PortId>;

/// How the 2x2 cells of a feed-forward fabric are joined; nothing of what they do to the light.
struct CellGraph {
  std::vector<WayEnd> inputs;                ///< by input
  std::vector<std::array<WayEnd, 2>> after;  ///< by cell: where each of its rails leads to

  [[nodiscard]] std::size_t ports() const { return inputs.size(); }
  [[nodiscard]] std::size_t cells() const { return after.size(); }
  /// Where light that enters a cell goes on to.
  [[nodiscard]] const WayEnd& next(const CellRail& at, CellState state) const {
    return after[base::index(at.cell)][state == CellState::bar ? at.rail : 1 - at.rail];
  }
};

/// The cells in an order in which light meets them. Throws std::invalid_argument when an end is not
/// there, is reached twice or never, or when light can return to a cell.
[[nodiscard]] std::vector<base::CellId> light_order(const CellGraph& graph);

/// The way of the light from `input`. Precondition: the input exists, and there is a state for
/// each cell of a graph that light_order() takes.
struct CellWalk {
  base::PortId output{};
  std::vector<PathHop> hops;
};
[[nodiscard]] CellWalk walk(const CellGraph& graph, base::PortId input,
                            const std::vector<CellState>& states);

/// The graph of a Benes network, cells numbered as in the layout.
[[nodiscard]] CellGraph benes_cell_graph(const BenesLayout& layout);

}  // namespace heliograph::photonics
