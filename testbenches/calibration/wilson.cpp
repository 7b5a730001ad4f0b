// SPDX-License-Identifier: Apache-2.0
#include "testbenches/calibration/wilson.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::testbenches {

ShareInterval wilson_interval(std::size_t met, std::size_t all) {
  if (all == 0 || met > all) {
    throw std::invalid_argument("a share is of some trials, and no more than all of them");
  }
  constexpr double kZ = 1.959963984540054;  // 97.5 % of a standard normal are below
  const double n = static_cast<double>(all);
  const double share = static_cast<double>(met) / n;
  const double widening = 1.0 + kZ * kZ / n;
  const double middle = (share + kZ * kZ / (2.0 * n)) / widening;
  const double half =
      kZ * std::sqrt(share * (1.0 - share) / n + kZ * kZ / (4.0 * n * n)) / widening;
  // Rounding must not leave 1e-17 where the interval ends at 0.
  return {met == 0 ? 0.0 : std::max(0.0, middle - half),
          met == all ? 1.0 : std::min(1.0, middle + half)};
}

}  // namespace heliograph::testbenches
