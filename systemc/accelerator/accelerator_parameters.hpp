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
  base::BitRate memory_bandwidth{0};  ///< 0: no limit beside the two rates

  /// What is left beside ports that move `ports` in and out of memory all the time: copying moves
  /// two bytes a byte, reducing three. Precondition: memory_bandwidth is 0 or above `ports`.
  [[nodiscard]] AcceleratorParameters beside(base::BitRate ports) const;
  [[nodiscard]] static base::ParameterTable<AcceleratorParameters> table();
};

}  // namespace heliograph::systemc
