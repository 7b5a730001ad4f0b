// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/data.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::testbenches {

/// Quantities as people read them: four significant digits and a unit that fits.
[[nodiscard]] std::string time_text(base::Picoseconds span);
[[nodiscard]] std::string power_text(base::Watt power);
[[nodiscard]] std::string energy_text(base::Joule energy);
/// An error rate: `3.2e-08`, or `< 1e-30` when it is smaller than matters.
[[nodiscard]] std::string rate_text(double rate);
/// Whole numbers in groups of three.
[[nodiscard]] std::string count_text(std::int64_t count);

}  // namespace heliograph::testbenches
