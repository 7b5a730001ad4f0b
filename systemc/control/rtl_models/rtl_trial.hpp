// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace heliograph::systemc {

/// Runs `attempt` in a child process and gives what went wrong with it, or nothing: an exception's
/// text, a crash, a call of exit(), or no end within the limit. So a model that hangs or crashes is
/// a message and not the end of the program. Call it while no other thread runs.
[[nodiscard]] std::string run_trial(const std::function<void()>& attempt,
                                    std::chrono::milliseconds limit);

}  // namespace heliograph::systemc
