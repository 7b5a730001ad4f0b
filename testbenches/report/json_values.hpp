// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "base/time.hpp"
#include "testbenches/report/statistic_table.hpp"

namespace heliograph::testbenches {

[[nodiscard]] inline Json instant(base::Picoseconds at) {
  return at == base::Picoseconds::never() ? Json(nullptr) : Json(at.count());
}

/// JSON has no infinities.
[[nodiscard]] inline Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace heliograph::testbenches
