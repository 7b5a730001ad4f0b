// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// The end of a run for a person to read: the answer first, then what it is made of.
[[nodiscard]] std::string summary_text(const RunResult& result);

}  // namespace heliograph::testbenches
