// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heliograph::testbenches {

/// The largest divisor of `value` whose square is at most `value`. Precondition: value > 0.
[[nodiscard]] std::uint32_t near_square_divisor(std::uint32_t value);

}  // namespace heliograph::testbenches
