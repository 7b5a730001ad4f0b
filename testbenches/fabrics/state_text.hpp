// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "photonics/fabric/cell_state.hpp"

namespace heliograph::testbenches {

/// `0x 1= 2x`: cross as x, bar as =, each cell with its number.
[[nodiscard]] std::string state_text(const std::vector<photonics::CellState>& states);

/// Cells that the text does not name keep what `states` has. Throws base::InputError for what is
/// not of that form, for cells that are not there and those that are named twice; `option` is where
/// the text stands.
[[nodiscard]] std::vector<photonics::CellState> read_states(
    const std::string& text, const std::string& option,
    const std::vector<photonics::CellState>& states);

}  // namespace heliograph::testbenches
