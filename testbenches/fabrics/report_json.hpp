// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

namespace heliograph::testbenches {

/// A number, or null for what JSON has no number for.
inline nlohmann::ordered_json number_json(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace heliograph::testbenches
