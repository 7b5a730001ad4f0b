// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/sideband_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::Range;

base::ParameterTable<SidebandParameters> SidebandParameters::table() {
  base::ParameterTable<SidebandParameters> table;
  table
      .number("delay_ns", &SidebandParameters::delay, {"ns", 1e3}, Range{0.0, 1e9},
              "from one node to another, for each note; its queues are not modelled",
              {Basis::assumed, "a switched management network of a rack; sweep"})
      .number("energy_pJ", &SidebandParameters::energy, {"pJ", 1e-12}, Range{0.0, 1e9},
              "of each note that is sent",
              {Basis::assumed, "none: not part of the photonic link's account; sweep"})
      .number("loss", &SidebandParameters::loss, {"", 1.0}, Range{0.0, 1.0},
              "probability that a note is lost", {Basis::chosen, "no losses"});
  return table;
}

}  // namespace heliograph::systemc
