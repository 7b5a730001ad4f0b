// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/pace.hpp"

namespace heliograph::systemc {

std::int64_t Pace::begun(base::Picoseconds when, std::int64_t count) const {
  // Bisection on the exact closed form: no second rounding rule to keep in step with the first.
  std::int64_t begun = 0;  // frames below it have begun
  std::int64_t left = count;
  while (begun < left) {
    const std::int64_t middle = begun + (left - begun) / 2;
    if (first_bit(middle) <= when) {
      begun = middle + 1;
    } else {
      left = middle;
    }
  }
  return begun;
}

std::int64_t Pace::ended(base::Picoseconds when, std::int64_t count) const {
  return from(1).begun(when, count);
}

}  // namespace heliograph::systemc
