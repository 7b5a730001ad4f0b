// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"

namespace heliograph::photonics {

using Kelvin = base::Quantity<struct KelvinTag>;
/// Spectral density of optical power in one polarisation.
using WattPerHertz = base::Quantity<struct WattPerHertzTag>;
/// A noise power as it adds up: variance of a current, in ampere squared.
using AmpereSquared = base::Quantity<struct AmpereSquaredTag>;

/// 2 q (I + I_dark) B.
[[nodiscard]] AmpereSquared shot_noise(base::Ampere current, base::Ampere dark,
                                       base::Hertz bandwidth);
/// 4 k T B / R of a load resistor; for receivers whose amplifier noise is not given as a current.
[[nodiscard]] AmpereSquared thermal_noise(Kelvin temperature, base::Ohm load,
                                          base::Hertz bandwidth);
/// 10^{RIN/10} I^2 B.
[[nodiscard]] AmpereSquared intensity_noise(base::DecibelPerHertz rin, base::Ampere current,
                                            base::Hertz bandwidth);
/// 2 eps I I_avg: beat of a signal at level `current` with in-band interferers of another laser
/// whose summed average power is `crosstalk` times the signal's, taken as Gaussian. With infinite
/// extinction and no other noise it limits Q to 1/sqrt(eps), as penalty -10 log10(1 - Q^2 eps)
/// says.
[[nodiscard]] AmpereSquared crosstalk_beat_noise(base::Ampere current, base::Ampere average,
                                                 base::PowerRatio crosstalk);
/// 4 R^2 P S B: beat of a signal that makes `current` = R P with amplified spontaneous emission of
/// density S at the photodiode, in the signal's polarisation (Agrawal, Fiber-Optic Communication
/// Systems). The emission's beat with itself, its shot noise and its direct current are left out:
/// they are small where the signal is well above the emission in an optical filter.
[[nodiscard]] AmpereSquared spontaneous_beat_noise(base::Ampere current, base::AmperePerWatt r,
                                                   WattPerHertz density, base::Hertz bandwidth);
[[nodiscard]] base::Ampere deviation(AmpereSquared variance);

}  // namespace heliograph::photonics
