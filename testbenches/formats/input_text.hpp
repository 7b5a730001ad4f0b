// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

/// A word of the input, fit for a message.
[[nodiscard]] inline std::string quoted(std::string_view word) {
  constexpr std::size_t kMostShown = 40;
  return base::quoted(word, '"', kMostShown);
}

/// Walks forward through a text and knows line and column (in characters), both from 1.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  /// Offsets must not decrease from call to call.
  void move_to(std::size_t offset);
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] int column() const { return column_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

/// Collects mistakes by byte offset and turns them into file:line:column (columns in characters).
class InputProblems {
 public:
  InputProblems(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}

  void add(std::size_t offset, std::string message);
  /// False once kMostListed are held: a further message is not worth its making.
  [[nodiscard]] bool listing() const { return entries_.size() < kMostListed; }
  /// Throws base::InputError with all of them, in the order of the file, if there are any. After
  /// kMostListed the rest is only counted.
  void throw_if_any() const;

  static constexpr std::size_t kMostListed = 1000;

 private:
  struct Entry {
    std::size_t offset;
    std::string message;
  };

  std::string file_;
  std::string_view text_;
  std::vector<Entry> entries_;
  std::size_t not_listed_ = 0;
};

}  // namespace heliograph::testbenches
