// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace heliograph::testbenches {

/// Adds `report` to the command line; its exit code goes to `exit_code`.
void add_report_command(CLI::App& app, int& exit_code);

}  // namespace heliograph::testbenches
