// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heliograph::testbenches {

/// About how wide a text is in a sans-serif font of `size`: which font a reader has is not known,
/// so it is taken as a wide one. Text is UTF-8.
[[nodiscard]] double text_width(std::string_view text, double size);

/// Lines of whole words that are at most `width` wide; a longer word has a line of its own.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double size, double width);

}  // namespace heliograph::testbenches
