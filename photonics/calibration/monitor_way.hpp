// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_graph.hpp"

namespace heliograph::photonics {

/// How light gets to a cell whose monitors are to be read.
struct MonitorWay {
  base::PortId input{};           ///< the only one with light
  std::size_t rail = 0;           ///< on which it reaches the cell
  std::vector<CellState> states;  ///< by cell; those off the way are idle
  /// Cells on the way whose leak reaches the other rail all the same; there it adds to the light by
  /// its field and bends what is measured.
  std::size_t strays = 0;
};

/// The cells that light can have come through before it reaches `cell`, by cell id; `cell` itself
/// is not among them.
[[nodiscard]] std::vector<bool> cells_before(const CellGraph& graph, base::CellId cell);

/// A way to `cell` by which as few leaks as possible reach its other rail, and of those the
/// shortest; the shortest from each input on each rail is looked at. Nothing when no light can
/// reach the cell. Precondition: light_order() takes the graph, and `idle` has a state for each
/// cell.
[[nodiscard]] std::optional<MonitorWay> find_monitor_way(const CellGraph& graph, base::CellId cell,
                                                         const std::vector<CellState>& idle);

}  // namespace heliograph::photonics
