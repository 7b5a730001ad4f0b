// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

namespace heliograph::platforms {

/// Where the files of a description come from: the disk, or memory for whoever must not touch it.
class FileSource {
 public:
  FileSource() = default;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  virtual ~FileSource() = default;

  /// What is wrong with `path` as the name of a file to read ("no such file", "is a directory"), or
  /// nothing.
  [[nodiscard]] virtual std::optional<std::string> find_problem(const std::string& path) const = 0;
  /// At most limit + 1 bytes of the file, so that the caller can tell that it is too large; nothing
  /// when it cannot be read.
  [[nodiscard]] virtual std::optional<std::string> read(const std::string& path,
                                                        std::size_t limit) const = 0;
};

class DiskFiles final : public FileSource {
 public:
  [[nodiscard]] std::optional<std::string> find_problem(const std::string& path) const override;
  [[nodiscard]] std::optional<std::string> read(const std::string& path,
                                                std::size_t limit) const override;
};

class MemoryFiles final : public FileSource {
 public:
  explicit MemoryFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  [[nodiscard]] std::optional<std::string> find_problem(const std::string& path) const override;
  [[nodiscard]] std::optional<std::string> read(const std::string& path,
                                                std::size_t limit) const override;

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace heliograph::platforms
