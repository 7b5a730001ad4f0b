// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heliograph::testbenches {

/// Where the true share lies with a confidence of 95 %.
struct ShareInterval {
  double least = 0.0;
  double most = 1.0;
};

/// The score interval of Wilson (J. Am. Stat. Assoc. 22, 209, 1927) for `met` of `all` independent
/// trials: it stays within 0 to 1 and has a width where none or all are met. Throws
/// std::invalid_argument unless met <= all and all > 0.
[[nodiscard]] ShareInterval wilson_interval(std::size_t met, std::size_t all);

}  // namespace heliograph::testbenches
