// SPDX-License-Identifier: Apache-2.0
#include "base/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/diagnostics.hpp"

namespace heliograph::base {

std::string read_input_file(const std::string& path, std::size_t limit, std::string_view expected) {
  namespace fs = std::filesystem;
  const SourceLocation place{path, 0, 0};
  const std::string wanted = ": expected " + std::string(expected);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw InputError(place, "no such file" + wanted);
  }
  if (fs::is_directory(status)) {
    throw InputError(place, "this is a directory" + wanted);
  }
  if (status.type() != fs::file_type::regular) {
    throw InputError(place, "this is not a regular file" + wanted);
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(place, std::string("cannot be opened: ") + std::strerror(errno));
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > limit) {
    throw InputError(place, "the file has " + std::to_string(size) + " bytes: expected at most " +
                                std::to_string(limit));
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  if (bytes.size() != size) {
    throw InputError(place, "the file could not be read to its end");
  }
  return bytes;
}

}  // namespace heliograph::base
