// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace heliograph::systemc {

struct ChildResult {
  bool found = true;       ///< false: there is no such program
  bool timed_out = false;  ///< it and its children were killed
  int exit_code = 0;       ///< 128 + n when signal n ended it
  std::string output;      ///< standard output and error, at most 4 MiB of them

  [[nodiscard]] bool ok() const { return found && !timed_out && exit_code == 0; }
};

/// Runs a program found on PATH, without a shell, in a process group of its own.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& command,
                                    std::chrono::milliseconds limit);

}  // namespace heliograph::systemc
