// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/observe/result_collector.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

// What only machines with an optical switch have; nothing on others.

/// Each change of circuits, as the controller went through it.
[[nodiscard]] std::vector<ReconfigurationResult> collect_reconfigurations(const EndedRun& run);
/// Each circuit of each epoch, as its receiver saw it.
[[nodiscard]] std::vector<CircuitResult> collect_circuits(const EndedRun& run);

}  // namespace heliograph::testbenches
