// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "photonics/mesh_routing/mesh_graph.hpp"

namespace heliograph::photonics {

/// Opens closed loops. Light that leaks out of a circuit follows the states: to a port without a
/// circuit (since the states join all ports in pairs), to another circuit's port where two share a
/// cell, or into a closed loop, where it resonates. At a cell where a loop meets another way, the
/// other state makes one of the two. So as long as a loop passes an idle cell with something else,
/// that cell is switched; each time there is one loop less, and no way between ports with a circuit
/// is touched.
///
/// `may_change`: by cell; no cell on a circuit's way, nor one that is stuck. Returns how many loops
/// are left. Precondition: one state, and one may_change, for each cell.
std::size_t park_idle_cells(const MeshGraph& graph, const std::vector<bool>& may_change,
                            std::vector<CellState>& states);

}  // namespace heliograph::photonics
