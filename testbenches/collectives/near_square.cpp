// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/near_square.hpp"

namespace heliograph::testbenches {

std::uint32_t near_square_divisor(std::uint32_t value) {
  std::uint32_t best = 1;
  for (std::uint32_t divisor = 2; std::uint64_t{divisor} * divisor <= value; ++divisor) {
    if (value % divisor == 0) {
      best = divisor;
    }
  }
  return best;
}

}  // namespace heliograph::testbenches
