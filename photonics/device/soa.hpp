// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A semiconductor optical amplifier.
struct SoaParameters {
  base::Decibel gain{10.0};  ///< of a small signal
  base::Decibel noise_figure{7.0};
  /// Input power over which gain falls, P_sat in G = G0 exp(-(G - 1) P_in / P_sat).
  base::DecibelMilliwatt saturation_power{10.0};

  [[nodiscard]] static base::ParameterTable<SoaParameters> table();
};

/// Power gain for this input: the root of G = G0 exp(-(G - 1) P_in / P_sat). Throws
/// std::invalid_argument for a negative power.
[[nodiscard]] base::PowerRatio saturated_gain(const SoaParameters& soa, base::Watt input);

/// Power of the amplified spontaneous emission in one polarisation at the output:
/// n_sp (G - 1) h nu B with n_sp = (F G - 1) / (2 (G - 1)), so (F G - 1) h nu B / 2.
[[nodiscard]] base::Watt spontaneous_emission(const SoaParameters& soa, base::PowerRatio gain,
                                              base::Hertz frequency, base::Hertz bandwidth);

}  // namespace heliograph::photonics
