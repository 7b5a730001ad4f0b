// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/termination.hpp"

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<TerminationParameters> TerminationParameters::table() {
  using P = TerminationParameters;
  base::ParameterTable<P> table;
  table
      .number("return_loss_dB", &P::return_loss, {"dB", 1.0}, Range::at_least(0.0),
              "power that comes back; 0 is a mirror", {Basis::assumed, "a tapered absorber"})
      .number("phase_rad", &P::phase, {"rad", 1.0}, Range{}, "phase of what comes back",
              {Basis::chosen, "0"});
  return table;
}

std::complex<double> termination_field(const TerminationParameters& end) {
  return phasor(field_factor(end.return_loss), end.phase.value());
}

}  // namespace heliograph::photonics
