// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/diagnostics.hpp"
#include "systemc/control/rtl_models/rtl_source.hpp"
#include "systemc/control/rtl_models/rtl_tools.hpp"

namespace heliograph::systemc::test {

/// The tools with the cache of the build, which all tests share.
inline RtlTools test_tools() {
  RtlTools tools = RtlTools::from_environment();
  tools.cache = HELIOGRAPH_TEST_RTL_CACHE;
  return tools;
}

/// A folder for the files of one test, gone with it. Messages name it `DIR`.
class DesignFolder {
 public:
  DesignFolder() {
    std::string name = "/tmp/heliograph-rtl-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a test");
    path_ = name;
  }
  DesignFolder(const DesignFolder&) = delete;
  DesignFolder& operator=(const DesignFolder&) = delete;
  ~DesignFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string at(const std::string& name) const { return path_ + "/" + name; }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::ofstream(at(name), std::ios::binary) << text;
    return at(name);
  }

  /// `text` with the folder's own name replaced, so that it can be compared.
  [[nodiscard]] std::string anonymous(std::string text) const {
    for (std::size_t found = text.find(path_); found != std::string::npos;
         found = text.find(path_)) {
      text.replace(found, path_.size(), "DIR");
    }
    return text;
  }

 private:
  std::string path_;
};

/// The errors that `attempt` throws as InputError, as text; empty when it throws none.
template <class Attempt>
std::string problems_of(const DesignFolder& folder, Attempt&& attempt) {
  try {
    attempt();
  } catch (const base::InputError& error) {
    std::string text;
    for (const base::Diagnostic& entry : error.diagnostics().entries()) {
      if (entry.severity == base::Severity::error) text += entry.text() + "\n";
    }
    return folder.anonymous(text);
  }
  return {};
}

inline RtlSource source_of(const std::vector<std::string>& inputs,
                           RtlListPaths lists = RtlListPaths::working_directory) {
  base::Diagnostics diagnostics;
  RtlSource source = read_rtl_source(inputs, lists, {"command line", 0, 0}, diagnostics);
  base::throw_if_errors(diagnostics);
  return source;
}

}  // namespace heliograph::systemc::test
