// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

/// A circuit to be looped through a Benes network, or through a network inside it: input and output
/// count from that network's first line.
struct LoopedCircuit {
  std::size_t input = 0;
  std::size_t output = 0;
  /// The lines of its present path (as of BenesLayout::path_lines), if it exists now and stays;
  /// null otherwise.
  const std::vector<std::size_t>* kept_lines = nullptr;
  /// It should keep them whatever that means for others.
  bool pinned = false;
};

/// The looping algorithm of Benes networks (Opferman and Tsao-Wu, 1971), generalised to partial
/// matchings and to fabrics that already carry circuits: the state of each cell.
///
/// Circuits that share an input or output cell must take different sub-networks; circuits tied in
/// this way form a loop or chain that has two orientations. Each is oriented so that the most
/// pinned circuits and then the most that stay keep the sub-network they use now; then so that the
/// fewest cells of these two columns change; then so that its lowest input goes to the upper
/// sub-network. A circuit that keeps its sub-network at every level runs through no changed cell.
/// Cells that no circuit needs keep their state. The choice is made level by level from the outside
/// in: it does not promise the least possible disturbance, nor that every pinned circuit is kept.
///
/// `circuits`: in ascending order of input, no output twice; `present`: one state a cell.
[[nodiscard]] std::vector<CellState> looped_states(const BenesLayout& layout,
                                                   const std::vector<LoopedCircuit>& circuits,
                                                   const std::vector<CellState>& present);

}  // namespace heliograph::photonics
