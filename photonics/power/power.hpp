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

/// Where the energy of serialisers and deserialisers comes from.
enum class SerdesSource {
  constant,  ///< a parameter
  fit_28nm,  ///< serdes_energy_28nm() at the wavelengths' rate
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
  SerdesSource serdes_from = SerdesSource::fit_28nm;
  base::JoulePerBit serdes{1.25e-12};  ///< per end
  /// Of all codes that protect the line, per bit on the wire; with codes only.
  base::JoulePerBit fec_encoder{0.05e-12};
  base::JoulePerBit fec_decoder{0.3e-12};
  /// Photodiode bias, amplifier and slicer of one wavelength, as long as the machine is on.
  base::Watt receiver{10e-3};
  base::Watt amplifier{0.78};  ///< electrical, of the optical amplifier of one path
  /// Controller of one switch, whether or not anything changes.
  base::Watt controller_static{0.5};
  /// DAC and output stage of one heater, beside what the heater and its driver's loss take.
  base::Watt dac_channel{10e-3};
  base::Joule dac_write{6.5e-9};  ///< shifting one code into its DAC

  [[nodiscard]] static base::ParameterTable<PowerParameters> table();
};

/// Wall-plug efficiency of the lasers: the constant, or efficiency_peak() at their temperature.
[[nodiscard]] double wall_plug_efficiency(const PowerParameters& power);

/// Energy of a serialiser or deserialiser in 28 nm, per bit, where `lanes` of `per_lane` each are
/// served: PhoenixSim's fit E[pJ/bit] = a r^b (c n r + d) / (e n r + f) / 4 with r in Gb/s and n
/// lanes; 0.063 pJ/bit for 8 of 26.6 Gb/s, and 0.14 for 4 of 53.1. Taken per end of a link. Throws
/// std::invalid_argument unless both are above 0.
[[nodiscard]] base::JoulePerBit serdes_energy_28nm(base::BitRate per_lane, int lanes);
/// By the parameters' choice, for a line of `rate` over `lanes` wavelengths.
[[nodiscard]] base::JoulePerBit serdes_energy(const PowerParameters& power, base::BitRate rate,
                                              int lanes);

/// Of all codes together, of one end, per bit on the wire; `coded`: there is a code.
[[nodiscard]] base::JoulePerBit encoding_energy(const PowerParameters& power, bool coded);
[[nodiscard]] base::JoulePerBit decoding_energy(const PowerParameters& power, bool coded);

/// The line that a link's wavelengths belong to.
struct LineUse {
  base::BitRate rate;  ///< of all its wavelengths on the wire
  int lanes = 1;       ///< wavelengths
  bool coded = false;  ///< with FEC
};

/// Power and energy of one wavelength of a link, per bit on the wire.
struct LinkPower {
  base::Watt laser;  ///< electrical
  base::JoulePerBit laser_per_bit;
  base::JoulePerBit modulator_per_bit;
  base::JoulePerBit interfaces_per_bit;  ///< of both ends
  base::JoulePerBit receiver_per_bit;
  base::JoulePerBit serdes_per_bit;  ///< of both ends
  base::JoulePerBit fec_per_bit;     ///< encoded and decoded

  [[nodiscard]] base::JoulePerBit per_bit() const;
};
/// `laser`: optical power for the wavelength, while the line is busy. Throws as
/// laser_electrical_power() and serdes_energy_28nm().
[[nodiscard]] LinkPower link_power(const PowerParameters& power, base::Watt laser,
                                   const LineUse& line);

/// Electrical power of a laser that emits `optical`. Throws std::invalid_argument when `optical` is
/// negative or the efficiency is not in (0, 1].
[[nodiscard]] base::Watt laser_electrical_power(base::Watt optical, double efficiency);

[[nodiscard]] base::Watt total(const std::vector<base::Watt>& powers);

[[nodiscard]] base::Joule energy(base::JoulePerBit per_bit, base::Bits bits);
[[nodiscard]] base::Joule energy(base::Watt power, base::Picoseconds span);

}  // namespace heliograph::photonics
