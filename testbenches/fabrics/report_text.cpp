// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/report_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace heliograph::testbenches {

std::string decibel_text(base::Decibel value) {
  return std::isfinite(value.value()) ? fmt::format("{:.2f}", value.value() + 0.0) : "none";
}

std::string decibel_text(const std::optional<base::Decibel>& value) {
  return value ? decibel_text(*value) : "none";
}

std::string spread_text(const Spread& spread, int digits) {
  const std::string least = fmt::format("{:.{}f}", spread.least, digits);
  const std::string most = fmt::format("{:.{}f}", spread.most, digits);
  if (least == most) {
    return least;
  }
  return fmt::format("{} to {}, mean {:.{}f}", least, most, spread.mean, std::max(digits, 1));
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
