// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

std::string_view to_string(CellState state) { return state == CellState::bar ? "bar" : "cross"; }

base::Radian nominal_phase(CellState state) {
  return base::Radian(state == CellState::bar ? base::kPi : 0.0);
}

}  // namespace heliograph::photonics
