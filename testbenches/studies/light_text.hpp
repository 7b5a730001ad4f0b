// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"

namespace heliograph::testbenches {

/// Light as a user names it: `1550nm`, `1.55 um`, `193.4THz`, `193414 GHz`.
struct LightText {
  base::Hertz frequency;
  bool is_wavelength = false;
};

/// Nothing when it is not one, or not above zero.
[[nodiscard]] std::optional<LightText> parse_light(std::string_view text);

/// What parse_light() takes, for messages.
[[nodiscard]] std::string light_expectation();

/// `points` frequencies from one end to the other, both included; in equal steps of wavelength when
/// both ends are wavelengths, else of frequency. One point is the first end. Throws
/// std::invalid_argument when points is 0.
[[nodiscard]] std::vector<base::Hertz> light_sweep(const LightText& from, const LightText& to,
                                                   std::size_t points);

[[nodiscard]] double wavelength_nm(base::Hertz frequency);

}  // namespace heliograph::testbenches
