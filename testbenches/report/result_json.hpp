// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/observe/run_result.hpp"
#include "testbenches/report/statistic_table.hpp"

namespace heliograph::testbenches {

/// The version of result.json; it changes when a field goes or changes its meaning.
inline constexpr const char* kResultSchema = "heliograph/result/1";

/// result.json: keys carry their units, instants and spans are whole picoseconds, what did not
/// happen is null. Holds no wall time, host or path, so that equal runs give equal bytes.
[[nodiscard]] Json result_json(const RunResult& result);

/// Its JSON Schema (draft 2020-12).
[[nodiscard]] Json result_schema();

/// Its documentation: docs/reference/results.md.
[[nodiscard]] std::string result_markdown();

}  // namespace heliograph::testbenches
