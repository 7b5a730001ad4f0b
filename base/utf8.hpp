// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heliograph::base {

/// The length in bytes of the well-formed UTF-8 character at `index` (Unicode 15, table 3-7), or 0
/// when there is none.
[[nodiscard]] std::size_t character_length(std::string_view bytes, std::size_t index);

/// The offset of the first byte that no text file holds (no UTF-8, or a control character other
/// than tab and line ends), or npos.
[[nodiscard]] std::size_t first_non_text(std::string_view bytes);

/// The number of characters, not bytes, in a piece of UTF-8 text.
[[nodiscard]] std::size_t count_characters(std::string_view text);

/// True for the second and later bytes of a character.
[[nodiscard]] constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// What of an input is shown to a person goes through here: characters that a terminal obeys rather
/// than shows are written as escapes, so that no input can colour, hide or reorder what is said of
/// it. They are control characters (`\x1b`), what is no UTF-8 (`\xff`), and those that change the
/// direction of text (`\u202e`). Line ends are kept on demand.
[[nodiscard]] std::string visible(std::string_view text, bool keep_lines = false);

/// A word of an input, fit for a message: visible, between two `mark`s, cut after about `most`
/// bytes.
[[nodiscard]] std::string quoted(std::string_view word, char mark = '\'', std::size_t most = 60);

}  // namespace heliograph::base
