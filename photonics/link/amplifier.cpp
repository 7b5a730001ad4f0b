// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/amplifier.hpp"

namespace heliograph::photonics {

base::ParameterTable<AmplifierParameters> AmplifierParameters::table() {
  using P = AmplifierParameters;
  base::ParameterTable<P> table;
  table.choice<AmplifierPlace>("place", &P::place,
                               {{"none", AmplifierPlace::none},
                                {"before_fabric", AmplifierPlace::before_fabric},
                                {"after_fabric", AmplifierPlace::after_fabric}},
                               "a semiconductor optical amplifier with isolators on each path, on "
                               "the chip between facet and fabric",
                               {base::Basis::chosen, "most published switches have none"});
  return table;
}

}  // namespace heliograph::photonics
