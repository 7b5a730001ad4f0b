// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/light_text.hpp"

#include <cmath>
#include <stdexcept>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

struct Unit {
  std::string_view name;
  double scale;
  bool is_wavelength;
};

/// Longer names first, as `m` also ends `nm`.
constexpr Unit kUnits[] = {{"nm", 1e-9, true},  {"um", 1e-6, true},  {"THz", 1e12, false},
                           {"GHz", 1e9, false}, {"MHz", 1e6, false}, {"kHz", 1e3, false},
                           {"Hz", 1.0, false},  {"m", 1.0, true}};

double wavelength_of(base::Hertz frequency) {
  return base::kLightSpeedMetrePerSecond / frequency.value();
}

}  // namespace

std::optional<LightText> parse_light(std::string_view text) {
  for (const Unit& unit : kUnits) {
    if (text.size() <= unit.name.size() ||
        text.substr(text.size() - unit.name.size()) != unit.name) {
      continue;
    }
    std::string_view number = text.substr(0, text.size() - unit.name.size());
    while (!number.empty() && number.back() == ' ') {
      number.remove_suffix(1);
    }
    const std::optional<double> value = base::parse_number(number);
    if (!value || !(*value * unit.scale > 0.0)) {
      return std::nullopt;
    }
    const double si = *value * unit.scale;
    const double frequency = unit.is_wavelength ? base::kLightSpeedMetrePerSecond / si : si;
    return std::isfinite(frequency) && frequency > 0.0
               ? std::optional(LightText{base::Hertz(frequency), unit.is_wavelength})
               : std::nullopt;
  }
  return std::nullopt;
}

std::string light_expectation() {
  return "a wavelength or frequency with its unit, as 1550nm, 1.55um or 193.4THz";
}

std::vector<base::Hertz> light_sweep(const LightText& from, const LightText& to,
                                     std::size_t points) {
  if (points == 0) {
    throw std::invalid_argument("a sweep has at least one point");
  }
  const bool in_wavelength = from.is_wavelength && to.is_wavelength;
  const double first = in_wavelength ? wavelength_of(from.frequency) : from.frequency.value();
  const double last = in_wavelength ? wavelength_of(to.frequency) : to.frequency.value();
  std::vector<base::Hertz> sweep;
  sweep.reserve(points);
  for (std::size_t k = 0; k < points; ++k) {
    const double part =
        points == 1 ? 0.0 : static_cast<double>(k) / static_cast<double>(points - 1);
    const double at = first + part * (last - first);
    sweep.emplace_back(in_wavelength ? base::kLightSpeedMetrePerSecond / at : at);
  }
  // The ends as they were given: a file's data may end exactly there.
  sweep.front() = from.frequency;
  if (points > 1) {
    sweep.back() = to.frequency;
  }
  return sweep;
}

double wavelength_nm(base::Hertz frequency) { return wavelength_of(frequency) * 1e9; }

}  // namespace heliograph::testbenches
