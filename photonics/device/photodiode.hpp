// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A photodiode into a load.
struct PhotodiodeParameters {
  base::AmperePerWatt responsivity{1.0};
  base::Ampere dark_current{5e-9};
  base::Ohm load{50.0};
  double temperature_kelvin = 300.0;

  [[nodiscard]] static base::ParameterTable<PhotodiodeParameters> table();
};

/// R P, without the dark current.
[[nodiscard]] base::Ampere photocurrent(const PhotodiodeParameters& diode, base::Watt power);

/// Variances of the current over a bandwidth, in square ampere.
struct PhotodiodeNoise {
  double shot = 0.0;       ///< 2 q (I + I_dark) B
  double thermal = 0.0;    ///< 4 k T B / R_load
  double intensity = 0.0;  ///< 10^{RIN/10} I^2 B

  [[nodiscard]] base::Ampere rms() const;
};
[[nodiscard]] PhotodiodeNoise photodiode_noise(const PhotodiodeParameters& diode, base::Watt power,
                                               base::Hertz bandwidth, base::DecibelPerHertz rin);

}  // namespace heliograph::photonics
