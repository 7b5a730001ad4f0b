// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// Apart from the model, so that descriptions need no SystemC.
struct AcceleratorParameters {
  base::Picoseconds memory_latency{300'000};
  base::BitRate copy_rate{13'400'000'000'000};
  base::BitRate reduce_rate{8'933'600'000'000};

  [[nodiscard]] static base::ParameterTable<AcceleratorParameters> table();
};

}  // namespace heliograph::systemc
