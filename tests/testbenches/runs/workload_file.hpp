// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace heliograph::tests {

/// A workload file beside nothing, taken away at the end.
class WorkloadFile {
 public:
  WorkloadFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("heliograph_" + name)) {
    std::ofstream(path_) << text;
  }
  WorkloadFile(const WorkloadFile&) = delete;
  WorkloadFile& operator=(const WorkloadFile&) = delete;
  ~WorkloadFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] std::string override_text() const { return "workload.file=" + path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace heliograph::tests
