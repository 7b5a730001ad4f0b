// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"

namespace heliograph::photonics {

/// A place in the text of a file, both from 1; columns count characters. Line 0: the whole file.
struct TextPlace {
  int line = 0;
  int column = 0;
};

/// What a reader finds wrong (an error) or worth knowing (a warning) in one file. A file of
/// nothing but mistakes is listed up to a limit, and the rest counted.
class FileProblems {
 public:
  FileProblems(std::string file, base::Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  void error(TextPlace place, std::string message);
  void warning(TextPlace place, std::string message);
  /// Says how many were not listed, if any; once, when the reader is done.
  void close();

  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] base::SourceLocation at(TextPlace place) const {
    return {file_, place.line, place.column};
  }

  static constexpr std::size_t kMostListed = 1000;

 private:
  std::string file_;
  base::Diagnostics& diagnostics_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

/// Reports the first byte that no text file holds (a control character, or no UTF-8); false then.
/// Also false, and reported, when `text` is longer than `limit`.
[[nodiscard]] bool check_text(std::string_view text, std::size_t limit, FileProblems& problems);

/// A word of the input, fit for a message: in quotes, shortened, without control characters.
[[nodiscard]] std::string in_quotes(std::string_view word);

/// `1 port`, `2 ports`.
[[nodiscard]] std::string count_of(std::size_t count, std::string_view noun);

}  // namespace heliograph::photonics
