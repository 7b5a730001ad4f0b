// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/file_source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace heliograph::platforms {

namespace fs = std::filesystem;

std::optional<std::string> DiskFiles::find_problem(const std::string& path) const {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  switch (status.type()) {
    case fs::file_type::regular:
      return std::nullopt;
    case fs::file_type::not_found:
      return "no such file";
    case fs::file_type::directory:
      return "this is a directory";
    case fs::file_type::none:
      return error.message();
    default:
      return "this is not a regular file";
  }
}

std::optional<std::string> DiskFiles::read(const std::string& path, std::size_t limit) const {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  std::string text(limit + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) {
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<std::string> MemoryFiles::find_problem(const std::string& path) const {
  return files_.count(path) != 0 ? std::nullopt : std::optional<std::string>("no such file");
}

std::optional<std::string> MemoryFiles::read(const std::string& path, std::size_t limit) const {
  const auto found = files_.find(path);
  if (found == files_.end()) {
    return std::nullopt;
  }
  return found->second.substr(0, std::min(found->second.size(), limit + 1));
}

}  // namespace heliograph::platforms
