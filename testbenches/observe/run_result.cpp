// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/run_result.hpp"

#include <algorithm>
#include <numeric>

namespace heliograph::testbenches {

std::int64_t FrameCounts::lost_in_all() const {
  return std::accumulate(lost.begin(), lost.end(), std::int64_t{0});
}

base::Joule RunResult::total_energy() const {
  base::Joule sum;
  for (const EnergyItem& item : energy) {
    sum += item.held + item.switched;
  }
  return sum;
}

std::int64_t RunResult::lost_frames() const {
  return std::accumulate(
      frames.begin(), frames.end(), std::int64_t{0},
      [](std::int64_t sum, const FrameResult& frame) { return sum + frame.counts.lost_in_all(); });
}

int RunResult::exit_code() const {
  const bool failed = std::any_of(faults.begin(), faults.end(),
                                  [](const RunFault& fault) { return !fault.expected; });
  return failed ? 1 : 0;
}

}  // namespace heliograph::testbenches
