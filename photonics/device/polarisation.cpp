// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/polarisation.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<PolarisationParameters> PolarisationParameters::table() {
  using P = PolarisationParameters;
  base::ParameterTable<P> table;
  table
      .number("te_fraction", &P::te_fraction, {"", 1.0}, {0.0, 1.0},
              "share of the power that arrives in TE",
              {Basis::chosen, "1: polarisation-maintaining fibre or a controller before the chip"})
      .number("tm_penalty_dB", &P::tm_penalty, {"dB", 1.0}, Range::at_least(0.0),
              "loss of TM light beyond that of TE",
              {Basis::assumed, "single-polarisation couplers and couplers' lengths reject TM"});
  return table;
}

base::Decibel polarisation_loss(const PolarisationParameters& light) {
  const double tm = base::attenuation(light.tm_penalty).value();
  const double kept = light.te_fraction + (1.0 - light.te_fraction) * tm;
  return -base::to_decibel(base::PowerRatio(kept));
}

}  // namespace heliograph::photonics
