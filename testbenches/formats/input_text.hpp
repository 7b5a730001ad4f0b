// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

/// The bytes of a regular file of at most `limit` bytes. Throws base::InputError when there is no
/// such file, it is a directory or a device, it cannot be read, or it is larger. `expected` says
/// in the message what should be there ("an MSCCL XML file").
[[nodiscard]] std::string read_input_file(const std::string& path, std::size_t limit,
                                          std::string_view expected);

/// The offset of the first byte that is not text (UTF-8 without control characters other than
/// tab and line ends), or npos.
[[nodiscard]] std::size_t first_non_text(std::string_view bytes);

/// A word of the input, fit for a message: shortened, without control characters.
[[nodiscard]] std::string quoted(std::string_view word);

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
