// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "testbenches/fabrics/laser_need.hpp"

namespace heliograph::testbenches {

/// `--penalty` and `--ber`.
void add_error_target_options(CLI::App& verb, std::string& penalty, double& ber);

/// Throws base::InputError for a formula that there is none of, with the nearest name, and for a
/// bit error rate outside of (0, 0.5).
[[nodiscard]] ErrorTarget read_error_target(const std::string& penalty, double ber);

}  // namespace heliograph::testbenches
