// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

/// A port of a 2x2 cell. Light enters and leaves by the rails: 0 and 1 are the upper and lower rail
/// of light that goes from the left to the right; 2 and 3 those of light that goes from the right
/// to the left, in fabrics where it may. So `rail` names a direction too: light that enters on rail
/// 2 of the right side leaves on rail 2 or 3 of the left side.
struct CellRail {
  base::CellId cell{};
  std::size_t rail = 0;

  friend bool operator==(const CellRail& a, const CellRail& b) {
    return a.cell == b.cell && a.rail == b.rail;
  }
};

/// Where a waveguide leads to that ends without a port: what light it carries is absorbed.
struct DarkEnd {
  friend bool operator==(DarkEnd /*a*/, DarkEnd /*b*/) { return true; }
};

/// Where a waveguide leads to.
using WayEnd = std::variant<DarkEnd, CellRail, base::PortId>;

inline constexpr std::size_t kCellRails = 4;

/// The rail by which light leaves that entered by `rail`.
[[nodiscard]] inline std::size_t rail_after(std::size_t rail, CellState state) {
  return state == CellState::bar ? rail : rail ^ 1U;
}

/// How the 2x2 cells of a fabric are joined; nothing of what they do to the light. A rail on the
/// left of a cell that no waveguide leads to gets no light.
struct CellGraph {
  std::vector<WayEnd> inputs;                         ///< by input
  std::vector<std::array<WayEnd, kCellRails>> after;  ///< by cell and rail of leaving

  [[nodiscard]] std::size_t ports() const { return inputs.size(); }
  [[nodiscard]] std::size_t cells() const { return after.size(); }
  /// Where light that enters a cell goes on to.
  [[nodiscard]] const WayEnd& next(const CellRail& at, CellState state) const {
    return after[base::index(at.cell)][rail_after(at.rail, state)];
  }
};

/// The cells in an order in which light meets them. Throws std::invalid_argument when an end is not
/// there or is reached twice, an output is never reached, or light can return to a cell (as in
/// every fabric that uses rails 2 and 3).
[[nodiscard]] std::vector<base::CellId> light_order(const CellGraph& graph);

/// Light goes through each cell once at most, and from the left to the right.
[[nodiscard]] bool is_feed_forward(const CellGraph& graph);

/// One cell on the way of the light.
struct PathHop {
  base::CellId cell{};
  CellState state = CellState::bar;
};

/// The way of the light from `input`; no output where it ends in the dark. Precondition: the input
/// exists, there is a state for each cell, and no end is reached twice (so that the way has an
/// end).
struct CellWalk {
  std::optional<base::PortId> output;
  std::vector<PathHop> hops;
};
[[nodiscard]] CellWalk walk(const CellGraph& graph, base::PortId input,
                            const std::vector<CellState>& states);

}  // namespace heliograph::photonics
