// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

struct NicParameters {
  base::Picoseconds doorbell{100'000};
  base::Picoseconds processing{50'000};

  [[nodiscard]] static base::ParameterTable<NicParameters> table();
};

}  // namespace heliograph::systemc
