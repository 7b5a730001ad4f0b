// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/engine/run_log.hpp"
#include "testbenches/observe/recorder.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// timeline.json in the Trace Event format that Perfetto opens: what each rank does, what each
/// transmitter sends, and the phases of each reconfiguration.
[[nodiscard]] nlohmann::ordered_json timeline_json(const RunResult& result, const RunLog& log,
                                                   const Recorder& recorder);

}  // namespace heliograph::testbenches
