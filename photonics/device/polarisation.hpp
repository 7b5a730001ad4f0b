// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// The chip guides TE; the other polarisation is not tracked as a field of its own but costs power.
enum class Polarisation { te, tm };

struct PolarisationParameters {
  /// Share of the arriving power that is TE.
  double te_fraction = 1.0;
  /// Extra loss of the TM share.
  base::Decibel tm_penalty{20.0};

  [[nodiscard]] static base::ParameterTable<PolarisationParameters> table();
};

/// Loss of the power as a whole: -10 log10(f + (1 - f) 10^{-penalty/10}).
[[nodiscard]] base::Decibel polarisation_loss(const PolarisationParameters& light);

}  // namespace heliograph::photonics
