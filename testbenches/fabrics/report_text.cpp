// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/report_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

/// Powers below this are what is left of rounding.
constexpr double kNoLight_dB = -200.0;

std::string number_text(double value, int digits) {
  if (!std::isfinite(value)) {
    return "none";
  }
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_of("123456789") == std::string::npos && text[0] == '-' ? text.substr(1)
                                                                                : text;
}

}  // namespace

std::string decibel_text(base::Decibel value) {
  return value.value() < kNoLight_dB ? "none" : number_text(value.value(), 2);
}

std::string decibel_text(const std::optional<base::Decibel>& value) {
  return value ? decibel_text(*value) : "none";
}

std::string spread_text(const Spread& spread, int digits) {
  std::string least = number_text(spread.least, digits);
  const std::string most = number_text(spread.most, digits);
  if (least == most) {
    return least;
  }
  return least + " to " + most +
         (std::isfinite(spread.mean) ? ", mean " + number_text(spread.mean, std::max(digits, 1))
                                     : "");
}

std::string heading_text(const SwitchSource& source) {
  std::string text = source.title() + "\n";
  const std::string& reference = source.config.fabric_switch.reference;
  if (!reference.empty()) {
    text += reference + "\n";
  }
  return text;
}

std::string port_text(const std::optional<base::PortId>& port) {
  return port ? std::to_string(base::index(*port)) : "-";
}

}  // namespace heliograph::testbenches
