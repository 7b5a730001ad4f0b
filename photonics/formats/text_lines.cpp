// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/text_lines.hpp"

#include <algorithm>

namespace heliograph::photonics {

namespace {

constexpr std::string_view kBlanks = " \t\v\f\r";

}  // namespace

TextPlace TextLine::place(std::size_t offset) const {
  // A character is counted at its first byte.
  const auto characters = std::count_if(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return {number, static_cast<int>(characters) + 1};
}

TextPlace TextLine::end() const {
  const std::size_t last = text.find_last_not_of(kBlanks);
  return place(last == std::string_view::npos ? 0 : last + 1);
}

LineWalker::LineWalker(std::string_view text) : rest_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    rest_.remove_prefix(kByteOrderMark.size());
  }
}

std::optional<TextLine> LineWalker::next() {
  if (rest_.empty()) {
    return std::nullopt;
  }
  const std::size_t end = rest_.find_first_of("\r\n");
  const TextLine line{rest_.substr(0, end), ++number_};
  if (end == std::string_view::npos) {
    rest_ = {};
    place_ = line.end();
  } else {
    place_ = {number_ + 1, 1};
    rest_.remove_prefix(end + (rest_.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return line;
}

std::vector<Word> split_words(const TextLine& line, bool commas) {
  std::vector<Word> words;
  const auto separates = [commas](char c) {
    return kBlanks.find(c) != std::string_view::npos || (commas && c == ',');
  };
  // Columns are counted on the way: asking the line for each word's place would be quadratic.
  int column = 1;
  std::size_t start = 0;
  int start_column = 1;
  bool in_word = false;
  for (std::size_t at = 0; at <= line.text.size(); ++at) {
    const bool blank = at == line.text.size() || separates(line.text[at]);
    if (in_word && blank) {
      words.push_back({line.text.substr(start, at - start), {line.number, start_column}});
      in_word = false;
    } else if (!in_word && !blank) {
      start = at;
      start_column = column;
      in_word = true;
    }
    if (at < line.text.size() && (static_cast<unsigned char>(line.text[at]) & 0xC0U) != 0x80U) {
      ++column;
    }
  }
  return words;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

}  // namespace heliograph::photonics
