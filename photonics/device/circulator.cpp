// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/circulator.hpp"

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<CirculatorParameters> CirculatorParameters::table() {
  using P = CirculatorParameters;
  base::ParameterTable<P> table;
  table
      .number("loss_dB", &P::loss, {"dB", 1.0}, Range::at_least(0.0), "insertion loss",
              {Basis::recalled, "fibre circulators have 0.6 to 1 dB"})
      .number("isolation_dB", &P::isolation, {"dB", 1.0}, Range::at_least(0.0),
              "suppression of the wrong way round",
              {Basis::recalled, "fibre circulators have 40 dB or more"});
  return table;
}

CirculatorFields circulator_fields(const CirculatorParameters& circulator) {
  const double kept = field_factor(circulator.loss);
  const double leak = field_factor(circulator.isolation);
  return {kept * (1.0 - leak), kept * leak};
}

}  // namespace heliograph::photonics
