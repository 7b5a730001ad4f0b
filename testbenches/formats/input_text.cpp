// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/input_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace heliograph::testbenches {

namespace {

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
}

bool continues(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

/// The length of the UTF-8 character at `index`, or 0 when it is none (Unicode 15, table 3-7).
std::size_t character_length(std::string_view bytes, std::size_t index) {
  const unsigned first = byte_at(bytes, index);
  const unsigned second = byte_at(bytes, index + 1);
  if (first < 0x80U) {
    const bool space = first == '\t' || first == '\n' || first == '\r';
    return (first >= 0x20U && first != 0x7FU) || space ? 1 : 0;
  }
  if (!continues(second) || first < 0xC2U || first > 0xF4U) {
    return 0;
  }
  if (first < 0xE0U) {
    return 2;
  }
  const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
  const bool surrogate = first == 0xEDU && second >= 0xA0U;
  const bool too_high = first == 0xF4U && second >= 0x90U;
  if (overlong || surrogate || too_high || !continues(byte_at(bytes, index + 2))) {
    return 0;
  }
  if (first < 0xF0U) {
    return 3;
  }
  return continues(byte_at(bytes, index + 3)) ? 4 : 0;
}

/// Walks forward through a text and knows line and column.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  /// Offsets must not decrease from call to call.
  base::SourceLocation move_to(const std::string& file, std::size_t offset) {
    for (; at_ < std::min(offset, text_.size()); ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      } else if (!continues(static_cast<unsigned char>(text_[at_]))) {
        ++column_;
      }
    }
    return {file, line_, column_};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace

std::string read_input_file(const std::string& path, std::size_t limit, std::string_view expected) {
  namespace fs = std::filesystem;
  const base::SourceLocation place{path, 0, 0};
  const std::string wanted = ": expected " + std::string(expected);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw base::InputError(place, "no such file" + wanted);
  }
  if (fs::is_directory(status)) {
    throw base::InputError(place, "this is a directory" + wanted);
  }
  if (status.type() != fs::file_type::regular) {
    throw base::InputError(place, "this is not a regular file" + wanted);
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw base::InputError(place, std::string("cannot be opened: ") + std::strerror(errno));
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > limit) {
    throw base::InputError(place, "the file has " + std::to_string(size) +
                                      " bytes: expected at most " + std::to_string(limit));
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  if (bytes.size() != size) {
    throw base::InputError(place, "the file could not be read to its end");
  }
  return bytes;
}

std::size_t first_non_text(std::string_view bytes) {
  for (std::size_t index = 0; index < bytes.size();) {
    const std::size_t length = character_length(bytes, index);
    if (length == 0) {
      return index;
    }
    index += length;
  }
  return std::string_view::npos;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kMostShown = 40;
  std::string shown = "\"";
  std::size_t index = 0;
  while (index < word.size() && index < kMostShown) {
    const std::size_t length = character_length(word, index);
    const bool printable = length > 1 || (length == 1 && byte_at(word, index) >= 0x20U);
    shown += printable ? std::string(word.substr(index, length)) : std::string("?");
    index += std::max<std::size_t>(length, 1);
  }
  return shown + (index < word.size() ? "...\"" : "\"");
}

void InputProblems::add(std::size_t offset, std::string message) {
  if (listing()) {
    entries_.push_back({offset, std::move(message)});
  } else {
    ++not_listed_;
  }
}

void InputProblems::throw_if_any() const {
  if (entries_.empty()) {
    return;
  }
  std::vector<Entry> sorted = entries_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
  base::Diagnostics diagnostics;
  Cursor cursor(text_);
  for (Entry& entry : sorted) {
    diagnostics.error(cursor.move_to(file_, entry.offset), std::move(entry.message));
  }
  if (not_listed_ > 0) {
    diagnostics.error({file_, 0, 0}, "and " + std::to_string(not_listed_) +
                                         " more mistakes, which are not listed");
  }
  throw base::InputError(std::move(diagnostics));
}

}  // namespace heliograph::testbenches
