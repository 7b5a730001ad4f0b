// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "testbenches/observe/recorder.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// How the lanes of all transceivers spent the time from 0 to `end`.
[[nodiscard]] std::vector<LaneResult> lane_results(const Recorder& recorder,
                                                   std::size_t transceivers, std::size_t lanes,
                                                   base::Picoseconds end);

}  // namespace heliograph::testbenches
