// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

base::ParameterTable<NicParameters> NicParameters::table() {
  const KeyUnit ns{"ns", 1e3};
  base::ParameterTable<NicParameters> table;
  table
      .number("doorbell_ns", &NicParameters::doorbell, ns, Range{0.0, 1e6},
              "a posted write from software to the NIC's doorbell register",
              {Basis::assumed, "on-package register write; sweep"})
      .number("processing_ns", &NicParameters::processing, ns, Range{0.0, 1e6},
              "from a fetched descriptor to the first payload read",
              {Basis::assumed, "a pipeline of some tens of cycles at 1 GHz; sweep"});
  return table;
}

}  // namespace heliograph::systemc
