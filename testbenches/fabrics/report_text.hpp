// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"

namespace heliograph::testbenches {

// Numbers as the reports on fabrics write them.

/// `4.52`, or `none` for no light at all (or less than -200 dB of it).
[[nodiscard]] std::string decibel_text(base::Decibel value);
[[nodiscard]] std::string decibel_text(const std::optional<base::Decibel>& value);
/// `4.2 to 7.1, mean 5.5` or, when all are the same, `4.2`.
[[nodiscard]] std::string spread_text(const Spread& spread, int digits);
/// The title, the file and the reference, one a line, as every report begins.
[[nodiscard]] std::string heading_text(const SwitchSource& source);
/// The output's number, or `-` for the dark.
[[nodiscard]] std::string port_text(const std::optional<base::PortId>& port);

}  // namespace heliograph::testbenches
