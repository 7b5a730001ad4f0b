// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/units.hpp"

namespace heliograph::photonics {

/// A temperature in degrees Celsius.
using Celsius = base::Quantity<struct CelsiusTag>;

/// Vacuum wavelength of a frequency, and back.
[[nodiscard]] base::Metre wavelength_of(base::Hertz frequency);
[[nodiscard]] base::Hertz frequency_of(base::Metre wavelength);

/// The factor by which a loss changes a field: 10^{-loss/20}.
[[nodiscard]] double field_factor(base::Decibel loss);

/// amplitude e^{j phase}.
[[nodiscard]] std::complex<double> phasor(double amplitude, double phase);

}  // namespace heliograph::photonics
