// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "systemc/control/controller_core.hpp"

namespace heliograph::testbenches {

/// The first pin, in the order of rtl/contract.md, in which two controllers differ.
struct PinDifference {
  std::string pin;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// Nothing when all pins are the same. Data of responses counts only while they are valid.
[[nodiscard]] std::optional<PinDifference> pin_difference(const systemc::ControllerOutputs& first,
                                                          const systemc::ControllerOutputs& second);

}  // namespace heliograph::testbenches
