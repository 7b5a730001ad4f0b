// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heliograph::platforms {

/// The offset of the first byte that is not UTF-8 text (control characters other than tab and line
/// ends are no text), or npos.
[[nodiscard]] std::size_t find_non_text(std::string_view bytes);

/// The number of characters (not bytes) in a piece of UTF-8 text.
[[nodiscard]] std::size_t count_characters(std::string_view text);

/// A word of the input in quotes, fit for a message: shortened, without control characters.
[[nodiscard]] std::string quote(std::string_view word);

/// `a, b or c`.
template <class Words>
[[nodiscard]] std::string join_alternatives(const Words& words) {
  std::string text;
  std::size_t left = words.size();
  for (const auto& word : words) {
    --left;
    text += word;
    text += left > 1 ? ", " : left == 1 ? " or " : "";
  }
  return text;
}

}  // namespace heliograph::platforms
