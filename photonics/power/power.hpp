// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// What light and its electronics cost.
struct PowerParameters {
  /// Optical power out over electrical power in, 0..1.
  double laser_efficiency = 0.10;
  base::JoulePerBit modulator{20e-15};
  /// Die-to-die electronics between a chip and its optical engine, per bit and per end.
  base::JoulePerBit electrical_interface{0.5e-12};
  /// Controller and DACs of one switch, whether or not anything changes.
  base::Watt controller_static{0.5};

  [[nodiscard]] static base::ParameterTable<PowerParameters> table();
};

/// Electrical power of a laser that emits `optical`. Throws std::invalid_argument when `optical` is
/// negative or the efficiency is not in (0, 1].
[[nodiscard]] base::Watt laser_electrical_power(base::Watt optical, double efficiency);

[[nodiscard]] base::Watt total(const std::vector<base::Watt>& powers);

[[nodiscard]] base::Joule energy(base::JoulePerBit per_bit, base::Bits bits);
[[nodiscard]] base::Joule energy(base::Watt power, base::Picoseconds span);

}  // namespace heliograph::photonics
