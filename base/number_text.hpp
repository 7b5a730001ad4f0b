// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heliograph::base {

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] std::string number_text(double value);

/// As number_text, but of the value rounded to 15 significant digits: hides the last-bit noise of a
/// unit conversion (500 um held as metres).
[[nodiscard]] std::string rounded_number_text(double value);

/// The whole of `text` as a finite double, or nothing. No locale, no hexadecimal.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// The whole of `text` as a whole number, or nothing.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// A list of them: parted by commas or spaces, with or without brackets round all; `[]` is an empty
/// one.
[[nodiscard]] std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text);

/// A size in bytes with an optional IEC suffix: `4096`, `64KiB`, `1.5MiB`, `2GiB`. Nothing when it
/// is not one, is negative, is not a whole number of bytes, or does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_size(std::string_view text);

/// A size as a person writes it: `1 MiB`, `1500 B`.
[[nodiscard]] std::string size_text(std::int64_t bytes);

}  // namespace heliograph::base
