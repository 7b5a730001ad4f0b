// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <algorithm>

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

std::string quoted(std::string_view word, char mark, std::size_t most) {
  std::string shown(1, mark);
  std::size_t index = 0;
  while (index < word.size() && index < most) {
    const std::size_t length = character_length(word, index);
    if (length == 0 || is_control(byte_at(word, index))) {
      shown += '?';
      ++index;
    } else {
      shown += word.substr(index, length);
      index += length;
    }
  }
  if (index < word.size()) {
    shown += "...";
  }
  return shown + mark;
}

}  // namespace heliograph::base
