// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/formats/file_problems.hpp"

namespace heliograph::photonics {

/// A word of a line, with its place.
struct Word {
  std::string_view text;
  TextPlace place;
};

/// One line of a text, without its end.
struct TextLine {
  std::string_view text;
  int number = 0;

  /// The place of the byte at `offset` of the line.
  [[nodiscard]] TextPlace place(std::size_t offset) const;
  /// The place behind the last character that is not a blank.
  [[nodiscard]] TextPlace end() const;
};

/// Walks through a text line by line. Lines end with \n, \r\n or \r, all in one file if need be; a
/// byte order mark is passed over.
class LineWalker {
 public:
  explicit LineWalker(std::string_view text);

  /// The next line, or nothing at the end.
  [[nodiscard]] std::optional<TextLine> next();
  /// Where the lines so far end.
  [[nodiscard]] TextPlace place() const { return place_; }

 private:
  std::string_view rest_;
  int number_ = 0;
  TextPlace place_{1, 1};
};

/// The words of a line, split at blanks, tabs and (where `commas`) commas.
[[nodiscard]] std::vector<Word> split_words(const TextLine& line, bool commas = false);

/// `text` without blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Lower case, ASCII only.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace heliograph::photonics
