// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// Of a management network; apart from the model, so that descriptions need no SystemC.
struct SidebandParameters {
  base::Picoseconds delay{1'000'000};
  base::Joule energy{0.0};
  double loss = 0.0;

  [[nodiscard]] static base::ParameterTable<SidebandParameters> table();
};

}  // namespace heliograph::systemc
