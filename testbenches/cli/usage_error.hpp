// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace heliograph::testbenches {

/// What to tell a user whose command line could not be read: the mistake, the nearest command or
/// option, and where to find help.
[[nodiscard]] std::string usage_error_text(const CLI::App& app, const CLI::ParseError& fault);

}  // namespace heliograph::testbenches
