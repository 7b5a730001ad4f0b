// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/scenario_reader.hpp"

namespace heliograph::platforms {

/// A case of wrong_inputs.txt or right_inputs.txt, which say what its parts are.
struct InputCase {
  std::string name;
  std::map<std::string, std::string> files;  ///< scenario.yaml and those beside it
  std::vector<std::string> overrides;
  std::string says;
};

/// A fresh folder of its own, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const;
  /// `text` with the names of files in this folder as they are relative to it.
  [[nodiscard]] std::string without_folder(std::string text) const;

 private:
  std::string path_;
};

inline void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

inline bool starts_with(const std::string& line, const std::string& start) {
  return line.compare(0, start.size(), start) == 0;
}

/// The cases of a file like wrong_inputs.txt, which says what its parts are.
inline std::vector<InputCase> read_input_cases(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) {
    throw std::runtime_error("cannot read " + path);
  }
  std::vector<InputCase> cases;
  std::string* target = nullptr;
  for (std::string line; std::getline(stream, line);) {
    replace_all(line, "<TAB>", "\t");
    if (starts_with(line, "== ")) {
      cases.push_back({line.substr(3), {}, {}, ""});
      target = &cases.back().files["scenario.yaml"];
    } else if (cases.empty()) {
      continue;
    } else if (starts_with(line, "-- file ")) {
      target = &cases.back().files[line.substr(8)];
    } else if (starts_with(line, "-- set ")) {
      cases.back().overrides.push_back(line.substr(7));
    } else if (line == "-- says") {
      target = &cases.back().says;
    } else if (!starts_with(line, "-- ") && !(target == &cases.back().says && line.empty())) {
      *target += line + "\n";
    }
  }
  return cases;
}

inline TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "heliograph-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make a folder like " + name);
  }
  path_ = name;
}

inline TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

inline void TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
  std::ofstream(path(name), std::ios::binary) << text;
}

inline std::string TemporaryFolder::without_folder(std::string text) const {
  replace_all(text, path_ + "/", "");
  return text;
}

/// What read_scenario says of scenario.yaml in `folder`; empty when all is well.
[[nodiscard]] inline std::string complaint(const TemporaryFolder& folder,
                                           const std::vector<std::string>& overrides = {}) {
  try {
    (void)read_scenario(folder.path("scenario.yaml"), overrides);
    return "";
  } catch (const base::InputError& fault) {
    return folder.without_folder(fault.what());
  }
}

/// The same for a scenario of this text alone.
inline std::string complaint_about(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("scenario.yaml", text);
  return complaint(folder);
}

}  // namespace heliograph::platforms
