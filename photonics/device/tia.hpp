// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A transimpedance amplifier, as seen from its input.
struct TiaParameters {
  base::Ohm gain{4000.0};
  base::Hertz bandwidth{29.3e9};
  base::Ampere noise{3.17 * 1e-6};  ///< input-referred, rms over `bandwidth`

  [[nodiscard]] static base::ParameterTable<TiaParameters> table();
};

[[nodiscard]] base::Volt output_voltage(const TiaParameters& tia, base::Ampere input);

/// Noise of a germanium receiver at a data rate, for when no measured one is at hand:
/// i_n [uA] = 0.0035 B^2 + 0.0655 B + 0.842, B [GHz] = 0.75 rate (a fit that PhoenixSim uses).
[[nodiscard]] base::Ampere fitted_noise(base::BitRate rate);

/// The modulation amplitude at which amplifier noise alone gives this q: 2 q i_n / R.
[[nodiscard]] base::Watt amplifier_sensitivity(const TiaParameters& tia, base::AmperePerWatt r,
                                               double q);

}  // namespace heliograph::photonics
