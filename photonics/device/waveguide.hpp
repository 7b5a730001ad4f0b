// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

/// A single-mode waveguide without reflection.
struct WaveguideParameters {
  base::Metre length{10e-6};
  /// Effective and group index at the reference wavelength.
  double effective_index = 2.34;
  double group_index = 4.2;
  base::Metre reference_wavelength{1.55e-6};
  /// Group velocity dispersion D at the reference wavelength, in s/m^2 (1 ps/(nm km) is 1e-6).
  double dispersion = 0.0;
  base::DecibelPerMetre loss{214.0};
  int bends = 0;
  base::Decibel bend_loss{0.02};

  [[nodiscard]] static base::ParameterTable<WaveguideParameters> table();
};

/// n(lambda) = n0 - (lambda - lambda0) (n_g - n0) / lambda0 - (c D / 2 lambda0)(lambda -
/// lambda0)^2: has the given n, n_g and D (= -(lambda / c) n'') at lambda0.
[[nodiscard]] double effective_index(const WaveguideParameters& guide, base::Metre wavelength);

/// The field at the end for unit field at the start: e^{+j 2 pi n L / lambda} 10^{-loss/20}.
[[nodiscard]] std::complex<double> waveguide_field(const WaveguideParameters& guide,
                                                   base::Hertz frequency);

/// Loss of the length and of the bends together.
[[nodiscard]] base::Decibel waveguide_loss(const WaveguideParameters& guide);

/// Group delay at the reference wavelength: n_g L / c.
[[nodiscard]] base::Second group_delay(const WaveguideParameters& guide);

}  // namespace heliograph::photonics
