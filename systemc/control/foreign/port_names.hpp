// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heliograph::systemc {

/// What two names of one thing have in common: no case, no prefix of a protocol, no suffix of a
/// direction, and one word for clocks, resets, requests and the like. For suggestions only: nothing
/// is connected by it.
[[nodiscard]] std::string core_of_name(const std::string& name);

/// By the name of a reset: rst_n, aresetn, nrst and the like are active low.
[[nodiscard]] bool seems_active_high(const std::string& name);

}  // namespace heliograph::systemc
