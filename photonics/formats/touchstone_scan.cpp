// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/touchstone_scan.hpp"

#include <cmath>

#include "base/number_text.hpp"
#include "photonics/formats/touchstone.hpp"

namespace heliograph::photonics {

TextLine without_comment(const TextLine& line) {
  return {line.text.substr(0, line.text.find('!')), line.number};
}

std::optional<std::size_t> ports_of_first_point(std::string_view text) {
  LineWalker lines(text);
  std::size_t numbers = 0;
  while (const std::optional<TextLine> line = lines.next()) {
    const std::vector<Word> words = split_words(without_comment(*line));
    if (words.empty() || words.front().text.front() == '#') {
      continue;
    }
    if (numbers > 0 && words.size() % 2 == 1) {
      break;
    }
    numbers += words.size();
  }
  const std::size_t pairs = numbers / 2;
  const auto ports = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(pairs))));
  return ports > 0 && 1 + 2 * ports * ports == numbers ? std::optional(ports) : std::nullopt;
}

std::optional<TouchstonePortName> port_name_comment(const TextLine& line) {
  constexpr std::string_view kStart = "port[";
  const std::size_t mark = line.text.find('!');
  if (mark == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view comment = trimmed(line.text.substr(mark + 1));
  const std::size_t close = comment.find(']');
  const std::size_t equals = comment.find('=');
  if (lower_case(comment.substr(0, kStart.size())) != kStart || equals == std::string_view::npos ||
      close > equals) {
    return std::nullopt;
  }
  const auto number = base::parse_integer(comment.substr(kStart.size(), close - kStart.size()));
  const std::string_view name = trimmed(comment.substr(equals + 1));
  if (!number || *number < 1 || name.empty()) {
    return std::nullopt;
  }
  return TouchstonePortName{static_cast<std::size_t>(*number), name};
}

std::optional<std::size_t> touchstone_ports(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string ending = lower_case(path.substr(dot + 1));
  if (ending.size() < 3 || ending.front() != 's' || ending.back() != 'p') {
    return std::nullopt;
  }
  const auto ports = base::parse_integer(std::string_view(ending).substr(1, ending.size() - 2));
  return ports && *ports > 0 ? std::optional(static_cast<std::size_t>(*ports)) : std::nullopt;
}

}  // namespace heliograph::photonics
