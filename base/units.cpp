// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include <cmath>

namespace heliograph::base {

PowerRatio to_linear(Decibel ratio) { return PowerRatio(std::pow(10.0, ratio.value() / 10.0)); }

PowerRatio attenuation(Decibel loss) { return to_linear(-loss); }

Decibel to_decibel(PowerRatio ratio) { return Decibel(10.0 * std::log10(ratio.value())); }

Watt to_watt(DecibelMilliwatt power) { return Watt(1e-3 * std::pow(10.0, power.value() / 10.0)); }

DecibelMilliwatt to_dbm(Watt power) {
  return DecibelMilliwatt(10.0 * std::log10(power.value() / 1e-3));
}

}  // namespace heliograph::base
