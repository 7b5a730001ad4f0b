// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

/// The recursive Benes network as it is drawn: 2 log2 N - 1 columns ("stages") of N/2 cells on N
/// horizontal lines; the cell in row r sits on lines 2r (its upper rail) and 2r + 1. A network of B
/// lines is a column of cells, two networks of B/2 lines above each other (each input cell sends
/// its upper rail to the upper one), and a column of cells. Cells are numbered column by column.
class BenesLayout {
 public:
  static constexpr std::size_t kMinimumPorts = 2;
  static constexpr std::size_t kMaximumPorts = 64;

  /// A power of two from kMinimumPorts to kMaximumPorts.
  [[nodiscard]] static bool allows(std::size_t ports);

  /// Throws std::invalid_argument unless allows(ports).
  explicit BenesLayout(std::size_t ports);

  [[nodiscard]] std::size_t ports() const { return ports_; }
  [[nodiscard]] std::size_t stages() const { return stages_; }
  [[nodiscard]] std::size_t rows() const { return ports_ / 2; }
  [[nodiscard]] std::size_t cells() const { return stages_ * rows(); }
  [[nodiscard]] base::CellId cell(std::size_t stage, std::size_t row) const {
    return static_cast<base::CellId>(stage * rows() + row);
  }

  /// The waveguide that leaves `stage` on `line`; stage < stages() - 1.
  struct Segment {
    std::size_t to_line = 0;    ///< the line on which it enters the next stage
    std::size_t crossings = 0;  ///< segments of the same gap that it crosses
  };
  /// Crossings are counted with every segment drawn as a straight line between the two columns: two
  /// segments cross exactly when their order is inverted on the way.
  [[nodiscard]] const Segment& segment(std::size_t stage, std::size_t line) const {
    return segments_[stage * ports_ + line];
  }

  /// The network input from which `line` of `stage` is reached when all cells are bar. An all-bar
  /// network is the identity, so this is also the output that the line leads to.
  [[nodiscard]] std::size_t bar_port(std::size_t stage, std::size_t line) const {
    return bar_ports_[stage * ports_ + line];
  }

  /// The line on which light from `input` (< ports()) enters each stage when the cells are in
  /// `states`, and the output line as the last element. Precondition: one state a cell.
  [[nodiscard]] std::vector<std::size_t> path_lines(std::size_t input,
                                                    const std::vector<CellState>& states) const;

 private:
  std::size_t ports_;
  std::size_t stages_ = 0;
  std::vector<Segment> segments_;       // (stages - 1) x ports
  std::vector<std::size_t> bar_ports_;  // stages x ports
};

}  // namespace heliograph::photonics
