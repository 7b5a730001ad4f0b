// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"

namespace heliograph::photonics {

/// What two-level modulation makes of constant light.
struct ModulatedLevels {
  base::PowerRatio one;          ///< transmitted share at the brighter level
  base::PowerRatio zero;         ///< at the darker level
  base::Decibel insertion_loss;  ///< of the brighter level
  base::Decibel extinction;      ///< one over zero; infinite when zero is dark
};

/// The levels from two transmissions, in either order.
[[nodiscard]] ModulatedLevels levels_of(base::PowerRatio a, base::PowerRatio b);

}  // namespace heliograph::photonics
