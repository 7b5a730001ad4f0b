// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/file_problems.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace heliograph::photonics {

namespace {

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
}

bool continues(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

/// The length of the UTF-8 character at `index`, or 0 when there is none. Surrogates and overlong
/// forms pass: nothing here depends on their meaning.
std::size_t character_length(std::string_view bytes, std::size_t index) {
  const unsigned first = byte_at(bytes, index);
  if (first < 0x80U) {
    const bool space = first == '\t' || first == '\n' || first == '\r';
    return space || (first >= 0x20U && first != 0x7FU) ? 1 : 0;
  }
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U) {
    return 0;
  }
  for (std::size_t k = 1; k < length; ++k) {
    if (!continues(byte_at(bytes, index + k))) {
      return 0;
    }
  }
  return length;
}

}  // namespace

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

std::string read_file(const std::string& path, std::size_t limit, std::string_view expected) {
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
  if (stream.gcount() != static_cast<std::streamsize>(bytes.size())) {
    throw base::InputError(place, "the file could not be read to its end");
  }
  return bytes;
}

bool check_text(std::string_view text, std::size_t limit, FileProblems& problems) {
  if (text.size() > limit) {
    problems.error({}, "the file has " + std::to_string(text.size()) + " bytes: expected at most " +
                           std::to_string(limit));
    return false;
  }
  TextPlace place{1, 1};
  for (std::size_t index = 0; index < text.size();) {
    const std::size_t length = character_length(text, index);
    if (length == 0) {
      problems.error(place, "found a byte that is no text (value " +
                                std::to_string(byte_at(text, index)) +
                                "): expected a text file in UTF-8");
      return false;
    }
    const bool ends_line =
        text[index] == '\n' || (text[index] == '\r' && byte_at(text, index + 1) != '\n');
    place = ends_line ? TextPlace{place.line + 1, 1} : TextPlace{place.line, place.column + 1};
    index += length;
  }
  return true;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMostShown = 40;
  std::string shown = "'";
  std::size_t index = 0;
  while (index < word.size() && index < kMostShown) {
    const std::size_t length = character_length(word, index);
    const bool printable = length > 1 || (length == 1 && byte_at(word, index) >= 0x20U);
    shown += printable ? std::string(word.substr(index, length)) : std::string("?");
    index += std::max<std::size_t>(length, 1);
  }
  return shown + (index < word.size() ? "...'" : "'");
}

std::string count_of(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace heliograph::photonics
