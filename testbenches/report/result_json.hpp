// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// The version of result.json; it changes when a field goes or changes its meaning.
inline constexpr const char* kResultSchema = "heliograph/result/1";

/// result.json: keys carry their units, instants and spans are whole picoseconds, what did not
/// happen is null. Holds no wall time, host or path, so that equal runs give equal bytes.
[[nodiscard]] nlohmann::ordered_json result_json(const RunResult& result);

}  // namespace heliograph::testbenches
