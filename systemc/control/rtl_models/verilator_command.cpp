// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/verilator_command.hpp"

#include <filesystem>

#include "systemc/control/rtl_models/child_process.hpp"

namespace heliograph::systemc {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  std::string name = parent + "/making-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw base::InputError({parent, 0, 0},
                           "no folder can be made here to build a model in; say with "
                           "HELIOGRAPH_CACHE where there is room");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
}

std::vector<std::string> design_words(const RtlSource& source, bool with_top) {
  std::vector<std::string> words;
  const auto add = [&words](std::string word) { words.push_back(std::move(word)); };
  for (const RtlPath& folder : source.include_folders) add("-I" + folder.path);
  for (const std::string& define : source.defines) add("-D" + define);
  for (const std::string& parameter : source.parameters) add("-G" + parameter);
  for (const std::string& ending : source.library_endings) add("+libext+" + ending);
  for (const RtlPath& folder : source.library_folders) {
    add("-y");
    add(folder.path);
  }
  for (const RtlPath& file : source.library_files) {
    add("-v");
    add(file.path);
  }
  if (with_top && !source.top.empty()) {
    add("--top-module");
    add(source.top);
  }
  for (const RtlPath& file : source.files) add(file.path);
  return words;
}

VerilatorRun run_verilator(const std::vector<std::string>& words, const RtlTools& tools) {
  std::vector<std::string> command{tools.verilator};
  command.insert(command.end(), words.begin(), words.end());
  const ChildResult result = run_child(command, tools.verilator_limit);
  const base::SourceLocation place{tools.verilator, 0, 0};
  if (!result.found || result.exit_code == 127) {
    throw base::InputError(place,
                           "there is no Verilator of this name; install it (Debian package "
                           "verilator)");
  }
  if (result.timed_out) {
    throw base::InputError(place, "Verilator did not come to an end within " +
                                      std::to_string(tools.verilator_limit.count() / 1000) +
                                      " s and was stopped");
  }
  if (result.exit_code >= 128 || result.output.find("Internal Error") != std::string::npos) {
    throw base::InputError(
        place,
        "Verilator itself failed on this design; give only the files that it needs, each "
        "once (packages that are defined twice are a known cause). It said:\n" +
            result.output.substr(0, 2000));
  }
  return {result.exit_code == 0, result.output};
}

}  // namespace heliograph::systemc
