// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace heliograph::testbenches {

/// `heliograph cosim`: judge a controller that somebody brings in SystemVerilog.
void add_cosim_command(CLI::App& app, int& exit_code);

}  // namespace heliograph::testbenches
