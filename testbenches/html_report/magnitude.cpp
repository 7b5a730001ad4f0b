// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/magnitude.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace heliograph::testbenches {

namespace {

struct Step {
  double size;  ///< of the unit, in the unit of the value
  const char* name;
};

template <std::size_t N>
Magnitude magnitude(double largest, const std::array<Step, N>& steps) {
  for (const Step& step : steps) {
    if (std::abs(largest) >= step.size) {
      return {1.0 / step.size, step.name};
    }
  }
  return {1.0 / steps.back().size, steps.back().name};
}

std::string in(const Magnitude& magnitude, double value) {
  return number_words(value * magnitude.scale) + " " + magnitude.unit;
}

}  // namespace

Magnitude time_magnitude(double largest) {
  constexpr std::array<Step, 5> kSteps{
      {{1e12, "s"}, {1e9, "ms"}, {1e6, "µs"}, {1e3, "ns"}, {1.0, "ps"}}};
  return magnitude(largest, kSteps);
}

Magnitude energy_magnitude(double largest) {
  constexpr std::array<Step, 5> kSteps{
      {{1.0, "J"}, {1e-3, "mJ"}, {1e-6, "µJ"}, {1e-9, "nJ"}, {1e-12, "pJ"}}};
  return magnitude(largest, kSteps);
}

std::string number_words(double value) { return fmt::format("{:.4g}", value); }

std::string aligned_number_words(double value) {
  std::string text = value == 0.0 ? "0" : fmt::format("{:#.4g}", value);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

std::string time_words(double picoseconds) { return in(time_magnitude(picoseconds), picoseconds); }
std::string energy_words(double joules) { return in(energy_magnitude(joules), joules); }
std::string percent_words(double share) { return fmt::format("{:.1f} %", 100.0 * share); }

std::string bytes_words(double bytes) {
  constexpr std::array<Step, 4> kSteps{
      {{1024.0 * 1024.0 * 1024.0, "GiB"}, {1024.0 * 1024.0, "MiB"}, {1024.0, "KiB"}, {1.0, "B"}}};
  return in(magnitude(bytes, kSteps), bytes);
}

std::string count_words(double count, const std::string& thing) {
  return fmt::format("{:.0f} {}{}", count, thing, count == 1.0 ? "" : "s");
}

}  // namespace heliograph::testbenches
