// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/time.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// A span in which some circuits are dark.
struct DarkWindow {
  base::Picoseconds from;
  base::Picoseconds to;
};

/// Walks back from the operation that finished last, each time to what it had to wait for, and says
/// what the time was spent on. `startup`: what a post takes until its first bit when nothing is in
/// its way. Windows must not overlap. Precondition: the run finished.
[[nodiscard]] TimeSplit critical_path(const RunLog& log, base::Picoseconds startup,
                                      const std::vector<DarkWindow>& dark);

}  // namespace heliograph::testbenches
