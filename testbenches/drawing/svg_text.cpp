// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/svg_text.hpp"

#include <algorithm>
#include <cstddef>

namespace heliograph::testbenches {

double text_width(std::string_view text, double size) {
  constexpr double kCharacter = 0.6;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  const auto characters =
      static_cast<std::ptrdiff_t>(text.size()) - std::count_if(text.begin(), text.end(), continues);
  return kCharacter * size * static_cast<double>(characters);
}

std::vector<std::string> wrapped(std::string_view text, double size, double width) {
  constexpr std::string_view kBlanks = " \t\n";
  std::vector<std::string> lines;
  for (std::size_t begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    const std::string word(text.substr(begin, end - begin));
    if (lines.empty() || text_width(lines.back() + ' ' + word, size) > width) {
      lines.push_back(word);
    } else {
      lines.back() += ' ' + word;
    }
    begin = text.find_first_not_of(kBlanks, end);
  }
  return lines;
}

}  // namespace heliograph::testbenches
