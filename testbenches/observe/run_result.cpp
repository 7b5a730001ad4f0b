// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/run_result.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "testbenches/schedule/bus_factor.hpp"

namespace heliograph::testbenches {

std::int64_t FrameCounts::lost_in_all() const {
  return std::accumulate(lost.begin(), lost.end(), std::int64_t{0});
}

double CollectiveResult::algorithm_bandwidth() const {
  if (!complete()) {
    return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(bytes.count()) / (finished - began).seconds();
}

double CollectiveResult::bus_bandwidth() const {
  return algorithm_bandwidth() * bus_factor(collective, ranks);
}

const char* PathRow::cause() const {
  return std::max_element(kTimeParts.begin(), kTimeParts.end(),
                          [this](const TimePart& a, const TimePart& b) {
                            return split.*a.member < split.*b.member;
                          })
      ->name;
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
