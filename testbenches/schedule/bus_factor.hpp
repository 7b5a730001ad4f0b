// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// What every algorithm must move through a rank's port at least, in parts of the buffer: bus
/// bandwidth is algorithm bandwidth times this (NVIDIA nccl-tests, doc/PERFORMANCE.md). 1 for
/// custom schedules.
[[nodiscard]] inline double bus_factor(Collective collective, std::uint32_t ranks) {
  const double others = static_cast<double>(ranks - 1) / static_cast<double>(ranks);
  switch (collective) {
    case Collective::all_reduce:
      return 2.0 * others;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
      return others;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::custom:
      break;
  }
  return 1.0;
}

}  // namespace heliograph::testbenches
