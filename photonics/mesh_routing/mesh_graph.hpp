// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_graph.hpp"

namespace heliograph::photonics {

/// One of the four places where light enters and leaves a cell, as a number: 4 cell + rail of
/// entering (0, 1 at the left end, 2, 3 at the right end). What enters at t leaves at t ^ 2 in bar
/// and at t ^ 3 in cross, so that every terminal is way in and way out.
using TerminalIndex = std::uint32_t;

[[nodiscard]] constexpr std::uint32_t cell_of(TerminalIndex t) { return t >> 2U; }
/// Where light leaves that entered at `t`; `state` 0 is bar, 1 cross.
[[nodiscard]] constexpr TerminalIndex leaving_at(TerminalIndex t, unsigned state) {
  return t ^ (2U + state);
}
[[nodiscard]] constexpr unsigned state_number(CellState state) {
  return state == CellState::bar ? 0U : 1U;
}
[[nodiscard]] constexpr CellState state_of_number(unsigned state) {
  return state == 0 ? CellState::bar : CellState::cross;
}

/// A mesh of 2x2 cells as a router sees it: who is joined to whom, in flat arrays. Whatever the
/// lattice, every waveguide is used both ways and no end lies in the dark. Then a state of every
/// cell joins each port to exactly one other (a perfect matching of all ports, plus closed loops),
/// and two routes never share a waveguide.
class MeshGraph {
 public:
  /// Throws std::invalid_argument unless every waveguide of the graph leads both ways and input i
  /// and output i are at the same terminal.
  explicit MeshGraph(const CellGraph& graph);

  [[nodiscard]] std::size_t cells() const { return across_.size() / 4; }
  [[nodiscard]] std::size_t terminals() const { return across_.size(); }
  [[nodiscard]] std::size_t ports() const { return port_terminals_.size(); }

  /// The terminal that is joined to this one, or -1 - port.
  [[nodiscard]] std::int32_t across(TerminalIndex t) const { return across_[t]; }
  [[nodiscard]] TerminalIndex port_terminal(std::size_t port) const {
    return port_terminals_[port];
  }
  /// Waveguides are numbered; the two terminals of a join have the same, a port's has its own.
  [[nodiscard]] std::size_t waveguides() const { return waveguides_; }
  [[nodiscard]] std::uint32_t waveguide(TerminalIndex t) const { return waveguide_[t]; }

  /// All routes between two ports have the same number of cells but for an even number: waveguides
  /// have two colours, and each cell leads from one to the other. True of hexagonal and square
  /// lattices, false of triangular ones.
  [[nodiscard]] bool parity_is_fixed() const { return parity_is_fixed_; }

 private:
  void number_waveguides();
  void colour_waveguides();

  std::vector<std::int32_t> across_;
  std::vector<TerminalIndex> port_terminals_;
  std::vector<std::uint32_t> waveguide_;
  std::size_t waveguides_ = 0;
  bool parity_is_fixed_ = true;
};

}  // namespace heliograph::photonics
