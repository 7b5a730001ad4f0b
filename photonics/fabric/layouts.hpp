// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "photonics/fabric/fabric_layout.hpp"

namespace heliograph::photonics {

// The plans behind make_layout(), which checks the number of ports.

/// Cells numbered as in BenesLayout, drawn on its lines.
[[nodiscard]] FabricLayout benes_layout(std::size_t ports);

/// A Benes network in which every 2x2 cell is four 1x2 cells; the two that then follow each other
/// on a line between columns are one 2x2 cell. Column s has a cell for each line of the Benes
/// network (row = line) that spreads the light of the line over the two outputs of the Benes cell
/// of stage s on which the line ends; it receives by its rail k what came by the Benes cell's input
/// k before. Inputs enter, and outputs leave, on the upper rails. (Padmanabhan and Netravali, IEEE
/// Trans. Commun. 35, 1987.)
[[nodiscard]] FabricLayout dilated_benes_layout(std::size_t ports);

/// N lines and N columns; column c has a cell on the lines m and m + 1 for every m = c (mod 2).
/// (Spanke and Benes, Appl. Opt. 26, 1987; as a mesh for unitaries Clements et al., Optica 3,
/// 2016.)
[[nodiscard]] FabricLayout planar_layout(std::size_t ports);

/// A triangle of N - 1 diagonals: diagonal g has cells on the lines (m, m + 1) for m = N - 2 - g to
/// N - 2, in columns 2 g + m - (N - 2). (Reck et al., Phys. Rev. Lett. 73, 1994.)
[[nodiscard]] FabricLayout reck_layout(std::size_t ports);

/// For each input a tree of 1x2 cells with a leaf for each output, for each output a tree of 2x1
/// cells with a leaf for each input; leaf j of input i is joined to leaf i of output j. A tree over
/// n leaves gives the upper ceil(n/2) to its upper rail. (Spanke, IEEE J. Quantum Electron. 22,
/// 1986.)
[[nodiscard]] FabricLayout switch_and_select_layout(std::size_t ports);

/// Row i carries the light of input i from the left to the right, column j that of output j
/// downwards. Cell i N + j lies where they meet: cross lets both pass, bar turns the light of the
/// row down into the column. Rail 0 on the left is the row, rail 1 the column; on the right they
/// have changed places. Columns begin and rows end in the dark.
[[nodiscard]] FabricLayout crossbar_layout(std::size_t ports);

/// N columns of N cells; 2 N tracks run down and up through the columns and turn at the edges, so
/// that each of N tracks from inputs meets each of N tracks to outputs in exactly one cell. Cross
/// lets both pass; bar in that one cell makes the circuit. Every path has N cells. (Shimoe,
/// Hajikano and Murakami, 1986: path-independent insertion loss.)
[[nodiscard]] FabricLayout piloss_layout(std::size_t ports);

}  // namespace heliograph::photonics
