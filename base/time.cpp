// SPDX-License-Identifier: Apache-2.0
#include "base/time.hpp"

#include <cmath>

namespace heliograph::base {

Picoseconds round_to_picoseconds(Second span) {
  return Picoseconds(std::llround(span.value() * 1e12));
}

}  // namespace heliograph::base
