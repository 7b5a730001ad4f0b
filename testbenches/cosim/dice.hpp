// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace heliograph::testbenches {

/// Random numbers for stimulus: the same on every machine for a seed (no library distributions).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  [[nodiscard]] std::uint32_t word() { return static_cast<std::uint32_t>(engine_() >> 32U); }
  /// 0..n-1; n at least 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t n) { return word() % n; }
  /// lowest..highest
  [[nodiscard]] std::uint32_t between(std::uint32_t lowest, std::uint32_t highest) {
    return lowest + below(highest - lowest + 1);
  }
  [[nodiscard]] bool one_in(std::uint32_t n) { return n <= 1 || below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace heliograph::testbenches
