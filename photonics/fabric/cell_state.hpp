// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/units.hpp"

namespace heliograph::photonics {

/// What a 2x2 cell is meant to do. Bar: light stays on its rail (upper to upper). Cross: it
/// changes.
enum class CellState { bar, cross };
[[nodiscard]] std::string_view to_string(CellState state);

/// The phase difference that puts a cell of perfect make in `state`: pi for bar, 0 for cross.
[[nodiscard]] base::Radian nominal_phase(CellState state);

}  // namespace heliograph::photonics
