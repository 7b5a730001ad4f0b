// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace heliograph::tests {

/// A file of this repository: HELIOGRAPH_SOURCE_DIR of the environment, or the folder that was
/// built.
inline std::string source_path(const std::string& file) {
  const char* root = std::getenv("HELIOGRAPH_SOURCE_DIR");
  return std::string(root != nullptr ? root : HELIOGRAPH_BUILT_FROM) + "/" + file;
}

/// A file of the shared cases (HELIOGRAPH_CASES, else ../shared/cases beside the repository), or
/// nothing where they are absent; the test then says so and ends.
inline std::optional<std::string> case_path(const std::string& file) {
  const char* cases = std::getenv("HELIOGRAPH_CASES");
  const std::filesystem::path folder = cases != nullptr ? cases : source_path("../shared/cases");
  const std::filesystem::path path = folder / file;
  return std::filesystem::exists(path) ? std::optional<std::string>(path.string()) : std::nullopt;
}

}  // namespace heliograph::tests

/// Names the file that is missing, so that a skipped test is seen.
#define HELIOGRAPH_SKIP_WITHOUT(path, file)                                 \
  if (!(path)) {                                                            \
    WARN("skipped: no shared case " << (file) << "; set HELIOGRAPH_CASES"); \
    return;                                                                 \
  }
