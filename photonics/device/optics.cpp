// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/optics.hpp"

#include <cmath>

namespace heliograph::photonics {

base::Metre wavelength_of(base::Hertz frequency) {
  return base::Metre(base::kLightSpeedMetrePerSecond / frequency.value());
}

base::Hertz frequency_of(base::Metre wavelength) {
  return base::Hertz(base::kLightSpeedMetrePerSecond / wavelength.value());
}

double field_factor(base::Decibel loss) { return std::pow(10.0, -loss.value() / 20.0); }

std::complex<double> phasor(double amplitude, double phase) {
  return {amplitude * std::cos(phase), amplitude * std::sin(phase)};
}

}  // namespace heliograph::photonics
