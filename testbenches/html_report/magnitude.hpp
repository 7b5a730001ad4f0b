// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heliograph::testbenches {

/// The unit in which numbers of one size are read best: shown = value * scale.
struct Magnitude {
  double scale = 1.0;
  std::string unit;
};

/// For spans up to `largest`, in picoseconds.
[[nodiscard]] Magnitude time_magnitude(double largest);
/// For energies up to `largest`, in joules.
[[nodiscard]] Magnitude energy_magnitude(double largest);

/// Four significant digits.
[[nodiscard]] std::string number_words(double value);
/// The same with the zeros behind, for numbers below each other.
[[nodiscard]] std::string aligned_number_words(double value);
[[nodiscard]] std::string time_words(double picoseconds);
[[nodiscard]] std::string energy_words(double joules);
/// A share of 1 as `12.3 %`.
[[nodiscard]] std::string percent_words(double share);
/// Bytes as `1 MiB` where that is exact enough, else with a decimal.
[[nodiscard]] std::string bytes_words(double bytes);
/// `1 rank`, `8 ranks`.
[[nodiscard]] std::string count_words(double count, const std::string& thing);

}  // namespace heliograph::testbenches
