// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// What light loses on its way, in whole billionths of a decibel, so that sums compare the same in
/// whatever order they are made. A single loss counts as kMost at most (a cell that lets nothing
/// through).
class PathLosses {
 public:
  static constexpr std::int64_t kMost = 10'000'000'000'000;  ///< 10^4 dB

  /// Copies what it needs. Only ways from the left to the right are looked at.
  explicit PathLosses(const SwitchFabric& fabric);

  /// From an input to what it leads to.
  [[nodiscard]] std::int64_t entry(base::PortId input) const { return entry_[base::index(input)]; }
  /// Of a cell that is entered by `at` (rail 0 or 1), and of the waveguide that follows.
  [[nodiscard]] std::int64_t step(const CellRail& at, CellState state) const {
    return step_[base::index(at.cell)][at.rail][state == CellState::bar ? 0 : 1];
  }

 private:
  std::vector<std::int64_t> entry_;                               // by input
  std::vector<std::array<std::array<std::int64_t, 2>, 2>> step_;  // by cell, rail and state
};

/// What a router knows of the fabric that it routes.
struct RoutedFabric {
  CellGraph graph;
  std::vector<base::CellId> order;   ///< as of light_order(graph)
  std::optional<PathLosses> losses;  ///< unknown unless made from a fabric
  bool one_signal_a_cell = false;    ///< no cell may carry two circuits, whatever its state

  /// Throws std::invalid_argument when light_order() refuses the graph.
  explicit RoutedFabric(CellGraph cells);
  explicit RoutedFabric(const SwitchFabric& fabric);
};

}  // namespace heliograph::photonics
