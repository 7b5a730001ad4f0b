// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/quantity_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace heliograph::testbenches {

namespace {

struct Unit {
  double size;
  const char* name;
};

template <std::size_t N>
std::string in_units(double value, const std::array<Unit, N>& units) {
  for (const Unit& unit : units) {
    if (std::abs(value) >= unit.size) {
      return fmt::format("{:.4g} {}", value / unit.size, unit.name);
    }
  }
  return fmt::format("{:.4g} {}", value / units.back().size, units.back().name);
}

}  // namespace

std::string time_text(base::Picoseconds span) {
  if (span == base::Picoseconds::never()) {
    return "never";
  }
  constexpr std::array<Unit, 5> kUnits{
      {{1e12, "s"}, {1e9, "ms"}, {1e6, "us"}, {1e3, "ns"}, {1.0, "ps"}}};
  return in_units(static_cast<double>(span.count()), kUnits);
}

std::string power_text(base::Watt power) {
  constexpr std::array<Unit, 4> kUnits{{{1.0, "W"}, {1e-3, "mW"}, {1e-6, "uW"}, {1e-9, "nW"}}};
  return in_units(power.value(), kUnits);
}

std::string energy_text(base::Joule energy) {
  constexpr std::array<Unit, 5> kUnits{
      {{1.0, "J"}, {1e-3, "mJ"}, {1e-6, "uJ"}, {1e-9, "nJ"}, {1e-12, "pJ"}}};
  return in_units(energy.value(), kUnits);
}

std::string rate_text(double rate) {
  constexpr double kNegligible = 1e-30;
  return rate < kNegligible ? "< 1e-30" : fmt::format("{:.1e}", rate);
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace heliograph::testbenches
