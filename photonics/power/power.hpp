// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

/// Where the lasers' efficiency comes from.
enum class EfficiencySource {
  constant,     ///< a parameter
  temperature,  ///< peak efficiency of a published laser at its temperature
};

/// What light and its electronics cost.
struct PowerParameters {
  EfficiencySource efficiency_from = EfficiencySource::constant;
  /// Optical power out over electrical power in, 0..1.
  double laser_efficiency = 0.10;
  Celsius laser_temperature{50.0};
  base::JoulePerBit modulator{20e-15};
  /// Die-to-die electronics between a chip and its optical engine, per bit and per end.
  base::JoulePerBit electrical_interface{0.5e-12};
  /// Controller and DACs of one switch, whether or not anything changes.
  base::Watt controller_static{0.5};

  [[nodiscard]] static base::ParameterTable<PowerParameters> table();
};

/// Wall-plug efficiency of the lasers: the constant, or efficiency_peak() at their temperature.
[[nodiscard]] double wall_plug_efficiency(const PowerParameters& power);

/// Power and energy of one wavelength of a link.
struct LinkPower {
  base::Watt laser;  ///< electrical
  base::JoulePerBit laser_per_bit;
  base::JoulePerBit modulator_per_bit;
  base::JoulePerBit interfaces_per_bit;  ///< of both ends

  [[nodiscard]] base::JoulePerBit per_bit() const;
};
/// `laser`: optical power for the wavelength; `rate`: its bits on the wire, above 0. Throws as
/// laser_electrical_power().
[[nodiscard]] LinkPower link_power(const PowerParameters& power, base::Watt laser,
                                   base::BitRate rate);

/// Electrical power of a laser that emits `optical`. Throws std::invalid_argument when `optical` is
/// negative or the efficiency is not in (0, 1].
[[nodiscard]] base::Watt laser_electrical_power(base::Watt optical, double efficiency);

[[nodiscard]] base::Watt total(const std::vector<base::Watt>& powers);

[[nodiscard]] base::Joule energy(base::JoulePerBit per_bit, base::Bits bits);
[[nodiscard]] base::Joule energy(base::Watt power, base::Picoseconds span);

}  // namespace heliograph::photonics
