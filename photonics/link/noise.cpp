// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/noise.hpp"

#include <cmath>

namespace heliograph::photonics {

namespace {

// Exact by definition (SI brochure, 9th edition).
constexpr double kBoltzmannJoulePerKelvin = 1.380649e-23;

}  // namespace

AmpereSquared shot_noise(base::Ampere current, base::Ampere dark, base::Hertz bandwidth) {
  return AmpereSquared(2.0 * base::kElementaryChargeCoulomb * (current + dark).value() *
                       bandwidth.value());
}

AmpereSquared thermal_noise(Kelvin temperature, base::Ohm load, base::Hertz bandwidth) {
  return AmpereSquared(4.0 * kBoltzmannJoulePerKelvin * temperature.value() * bandwidth.value() /
                       load.value());
}

AmpereSquared intensity_noise(base::DecibelPerHertz rin, base::Ampere current,
                              base::Hertz bandwidth) {
  return AmpereSquared(std::pow(10.0, rin.value() / 10.0) * current.value() * current.value() *
                       bandwidth.value());
}

AmpereSquared crosstalk_beat_noise(base::Ampere current, base::Ampere average,
                                   base::PowerRatio crosstalk) {
  return AmpereSquared(2.0 * crosstalk.value() * current.value() * average.value());
}

AmpereSquared spontaneous_beat_noise(base::Ampere current, base::AmperePerWatt r,
                                     WattPerHertz density, base::Hertz bandwidth) {
  return AmpereSquared(4.0 * current.value() * r.value() * density.value() * bandwidth.value());
}

base::Ampere deviation(AmpereSquared variance) { return base::Ampere(std::sqrt(variance.value())); }

}  // namespace heliograph::photonics
