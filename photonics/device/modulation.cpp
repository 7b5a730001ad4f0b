// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/modulation.hpp"

#include <algorithm>

namespace heliograph::photonics {

ModulatedLevels levels_of(base::PowerRatio a, base::PowerRatio b) {
  const base::PowerRatio one = std::max(a, b);
  const base::PowerRatio zero = std::min(a, b);
  return {one, zero, -base::to_decibel(one), base::to_decibel(base::PowerRatio(one / zero))};
}

}  // namespace heliograph::photonics
