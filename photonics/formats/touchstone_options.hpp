// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "photonics/formats/text_lines.hpp"
#include "photonics/formats/touchstone.hpp"

namespace heliograph::photonics {

/// What the option line (`# GHz S MA R 50`) says; these are its defaults.
struct TouchstoneOptions {
  TouchstoneFormat format = TouchstoneFormat::magnitude_angle;
  TouchstoneUnit unit = TouchstoneUnit::gigahertz;
  base::Ohm impedance{50.0};
};

/// Reads the words behind the `#`. Every mistake is reported; nothing then.
[[nodiscard]] std::optional<TouchstoneOptions> parse_touchstone_options(
    const std::vector<Word>& words, FileProblems& problems);

/// Hertz in one unit.
[[nodiscard]] double unit_scale(TouchstoneUnit unit);
[[nodiscard]] std::string_view unit_word(TouchstoneUnit unit);
[[nodiscard]] std::string_view format_word(TouchstoneFormat format);

/// A pair of numbers of a file as the field that it means (angles are in degrees), and back.
[[nodiscard]] std::complex<double> field_of(TouchstoneFormat format, double first, double second);
struct NumberPair {
  double first = 0.0;
  double second = 0.0;
};
[[nodiscard]] NumberPair pair_of(TouchstoneFormat format, std::complex<double> field);

/// The element of the matrix that pair `k` of a point is: row by row, except that a two-port has
/// S11 S21 S12 S22.
struct MatrixPosition {
  int row = 0;
  int column = 0;
};
[[nodiscard]] MatrixPosition touchstone_position(std::size_t ports, std::size_t k);

}  // namespace heliograph::photonics
