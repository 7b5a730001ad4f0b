// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/crossing.hpp"

#include <cmath>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<CrossingParameters> CrossingParameters::table() {
  using P = CrossingParameters;
  base::ParameterTable<P> table;
  table
      .number("loss_dB", &P::loss, {"dB", 1.0}, Range::at_least(0.0), "insertion loss",
              {Basis::cited, "0.028 dB: PhoenixSim default; 0.05 to 0.24 dB is also used"})
      .number("crosstalk_dB", &P::crosstalk, {"dB", 1.0}, {6.1, 400.0},
              "suppression of the light that leaves to either side",
              {Basis::recalled, "35 to 45 dB in published crossings"});
  return table;
}

CrossingFields crossing_fields(const CrossingParameters& crossing) {
  const double kept = base::attenuation(crossing.loss).value();
  const double leak = base::attenuation(crossing.crosstalk).value();
  return {std::sqrt(kept * (1.0 - 4.0 * leak)), {0.0, std::sqrt(kept * leak)}};
}

}  // namespace heliograph::photonics
