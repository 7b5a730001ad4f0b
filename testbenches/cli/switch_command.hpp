// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace heliograph::testbenches {

/// Adds `switch` with its verbs to the command line; the exit code goes to `exit_code`.
void add_switch_command(CLI::App& app, int& exit_code);

}  // namespace heliograph::testbenches
