// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace heliograph::base {

namespace {

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
}

bool continues(std::string_view bytes, std::size_t index) {
  return index < bytes.size() && continues_character(bytes[index]);
}

bool is_control(unsigned byte) { return byte < 0x20U || byte == 0x7FU; }

bool is_space(unsigned byte) { return byte == '\t' || byte == '\n' || byte == '\r'; }

/// The code point of a well-formed character of `length` bytes.
std::uint32_t code_point(std::string_view bytes, std::size_t index, std::size_t length) {
  constexpr std::array<unsigned, 5> kFirstBits{0, 0x7FU, 0x1FU, 0x0FU, 0x07U};
  std::uint32_t code = byte_at(bytes, index) & kFirstBits[length];
  for (std::size_t next = 1; next < length; ++next) {
    code = (code << 6U) | (byte_at(bytes, index + next) & 0x3FU);
  }
  return code;
}

/// Is it one of C1, the second set of control characters, or does it set the direction of text?
bool acts_on_text(std::uint32_t code) {
  const bool control = code >= 0x80U && code < 0xA0U;
  const bool direction = (code >= 0x202AU && code <= 0x202EU) ||
                         (code >= 0x2066U && code <= 0x2069U) || code == 0x200EU ||
                         code == 0x200FU || code == 0x061CU;
  return control || direction;
}

std::string escape(char letter, std::uint32_t code, int digits) {
  std::string text{'\\', letter};
  for (int digit = digits - 1; digit >= 0; --digit) {
    text += "0123456789abcdef"[(code >> (4U * static_cast<unsigned>(digit))) & 0xFU];
  }
  return text;
}

/// Adds the character at `index` to `shown`; the number of bytes that it takes.
std::size_t show_character(std::string& shown, std::string_view bytes, std::size_t index) {
  const std::size_t length = character_length(bytes, index);
  const unsigned byte = byte_at(bytes, index);
  if (length == 0 || is_control(byte)) {
    shown += escape('x', byte, 2);
    return 1;
  }
  const std::uint32_t code = code_point(bytes, index, length);
  if (acts_on_text(code)) {
    shown += escape('u', code, 4);
  } else {
    shown += bytes.substr(index, length);
  }
  return length;
}

}  // namespace

std::size_t character_length(std::string_view bytes, std::size_t index) {
  const unsigned first = byte_at(bytes, index);
  const unsigned second = byte_at(bytes, index + 1);
  if (first < 0x80U) {
    return index < bytes.size() ? 1 : 0;
  }
  if (first < 0xC2U || first > 0xF4U || !continues(bytes, index + 1)) {
    return 0;
  }
  if (first < 0xE0U) {
    return 2;
  }
  const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
  const bool surrogate = first == 0xEDU && second >= 0xA0U;
  const bool too_high = first == 0xF4U && second >= 0x90U;
  if (overlong || surrogate || too_high || !continues(bytes, index + 2)) {
    return 0;
  }
  if (first < 0xF0U) {
    return 3;
  }
  return continues(bytes, index + 3) ? 4 : 0;
}

std::size_t first_non_text(std::string_view bytes) {
  for (std::size_t index = 0; index < bytes.size();) {
    const std::size_t length = character_length(bytes, index);
    const unsigned byte = byte_at(bytes, index);
    if (length == 0 || (is_control(byte) && !is_space(byte))) {
      return index;
    }
    index += length;
  }
  return std::string_view::npos;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return !continues_character(byte); }));
}

std::string visible(std::string_view text, bool keep_lines) {
  std::string shown;
  for (std::size_t index = 0; index < text.size();) {
    if (keep_lines && text[index] == '\n') {
      shown += text[index++];
    } else {
      index += show_character(shown, text, index);
    }
  }
  return shown;
}

std::string quoted(std::string_view word, char mark, std::size_t most) {
  std::string shown(1, mark);
  std::size_t index = 0;
  while (index < word.size() && index < most) {
    index += show_character(shown, word, index);
  }
  if (index < word.size()) {
    shown += "...";
  }
  return shown + mark;
}

}  // namespace heliograph::base
