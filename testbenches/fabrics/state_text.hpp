// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "photonics/fabric/cell_state.hpp"

namespace heliograph::testbenches {

/// `0x 1= 2?`: cross as x, bar as =, a cell that nobody has set as ?, each with its number.
/// `unset`: by cell; empty if all are set.
[[nodiscard]] std::string state_text(const std::vector<photonics::CellState>& states,
                                     const std::vector<bool>& unset = {});

/// States of cells as a text has them.
struct CellSetting {
  std::vector<photonics::CellState> states;
  std::vector<bool> unset;  ///< by cell; empty where there are none
};

/// Cells that the text does not name keep what `before` has; where that has unset cells, ? leaves a
/// cell unset. Throws base::InputError for what is not of that form, for cells that are not there
/// and those that are named twice, and for ? without unset cells; `option` is where the text
/// stands.
[[nodiscard]] CellSetting read_states(const std::string& text, const std::string& option,
                                      const CellSetting& before);

}  // namespace heliograph::testbenches
