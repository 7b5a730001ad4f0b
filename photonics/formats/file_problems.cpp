// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/file_problems.hpp"

#include <utility>

#include "base/utf8.hpp"

namespace heliograph::photonics {

void FileProblems::error(TextPlace place, std::string message) {
  if (++errors_ <= kMostListed) {
    diagnostics_.error(at(place), std::move(message));
  }
}

void FileProblems::warning(TextPlace place, std::string message) {
  if (++warnings_ <= kMostListed) {
    diagnostics_.warning(at(place), std::move(message));
  }
}

void FileProblems::close() {
  if (errors_ > kMostListed) {
    diagnostics_.error(at({}), "and " + std::to_string(errors_ - kMostListed) +
                                   " more mistakes, which are not listed");
  }
  if (warnings_ > kMostListed) {
    diagnostics_.warning(at({}), "and " + std::to_string(warnings_ - kMostListed) +
                                     " more warnings, which are not listed");
  }
}

bool check_text(std::string_view text, std::size_t limit, FileProblems& problems) {
  if (text.size() > limit) {
    problems.error({}, "the file has " + std::to_string(text.size()) + " bytes: expected at most " +
                           std::to_string(limit));
    return false;
  }
  const std::size_t bad = base::first_non_text(text);
  if (bad == std::string_view::npos) {
    return true;
  }
  TextPlace place{1, 1};
  for (std::size_t index = 0; index < bad; ++index) {
    const bool ends_line = text[index] == '\n' || (text[index] == '\r' && text[index + 1] != '\n');
    if (ends_line) {
      place = {place.line + 1, 1};
    } else if (!base::continues_character(text[index])) {
      ++place.column;
    }
  }
  problems.error(place, "found a byte that is no text (value " +
                            std::to_string(static_cast<unsigned char>(text[bad])) +
                            "): expected a text file in UTF-8");
  return false;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMostShown = 40;
  return base::quoted(word, '\'', kMostShown);
}

std::string count_of(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace heliograph::photonics
