// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/units.hpp"

namespace heliograph::photonics {

/// What light meets on a stretch of its way.
struct WayCost {
  std::size_t crossings = 0;
  base::Metre length;
  base::Second delay;  ///< group delay
  base::Decibel loss;

  WayCost& operator+=(const WayCost& other) {
    crossings += other.crossings;
    length += other.length;
    delay += other.delay;
    loss += other.loss;
    return *this;
  }
};

}  // namespace heliograph::photonics
