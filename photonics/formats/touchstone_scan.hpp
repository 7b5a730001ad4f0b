// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "photonics/formats/text_lines.hpp"

namespace heliograph::photonics {

/// The line up to a comment, which begins at a `!`.
[[nodiscard]] TextLine without_comment(const TextLine& line);

/// The number of ports, from the size of the first point: its first line holds a frequency and
/// pairs, its further lines pairs only. Nothing when that size fits no number of ports.
[[nodiscard]] std::optional<std::size_t> ports_of_first_point(std::string_view text);

struct TouchstonePortName {
  std::size_t number = 1;  ///< from 1
  std::string_view name;
};

/// What a comment of the form `! Port[1] = name` says.
[[nodiscard]] std::optional<TouchstonePortName> port_name_comment(const TextLine& line);

}  // namespace heliograph::photonics
