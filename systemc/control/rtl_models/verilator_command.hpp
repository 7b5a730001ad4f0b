// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "systemc/control/rtl_models/rtl_source.hpp"
#include "systemc/control/rtl_models/rtl_tools.hpp"

namespace heliograph::systemc {

/// A folder that is removed again, with all in it.
class TemporaryFolder {
 public:
  /// Below `parent`, which is made when it is not there; throws base::InputError when it cannot be.
  explicit TemporaryFolder(const std::string& parent);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// It has been moved elsewhere: there is nothing to remove.
  void release() { path_.clear(); }

 private:
  std::string path_;
};

/// The words of a Verilator command that say what the design is: files, folders, defines,
/// parameters and, if `with_top`, the top.
[[nodiscard]] std::vector<std::string> design_words(const RtlSource& source, bool with_top);

/// Runs Verilator with these words after its name and gives what it said; throws base::InputError
/// when it is not there, does not end, or dies. `ok` says whether it was content.
struct VerilatorRun {
  bool ok = false;
  std::string log;
};
[[nodiscard]] VerilatorRun run_verilator(const std::vector<std::string>& words,
                                         const RtlTools& tools);

}  // namespace heliograph::systemc
