// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

/// What a file is, by its ending and what it begins with.
enum class FileKind {
  scenario,      ///< YAML, unless it is one of the next five
  platform,      ///< YAML with keys of a platform and none that only a scenario has
  workload,      ///< YAML with the key `jobs`, a list of flows, or a Chakra execution trace
  cells,         ///< YAML that says what the ports and cells of a netlist are
  model_map,     ///< YAML that maps the models of a foreign netlist
  netlist,       ///< YAML with the key `instances`, or JSON
  s_parameters,  ///< Touchstone or Lumerical, by its ending
  msccl,         ///< XML, or a file without a known ending that begins with an <algo> element
  unknown,
};
[[nodiscard]] std::string_view to_string(FileKind kind);

/// The verdict on one file.
struct FileVerdict {
  std::string file;
  FileKind kind = FileKind::unknown;
  std::string what;  ///< what a right file is: "ring AllReduce, 8 ranks"
  std::vector<base::Diagnostic> findings;

  /// Warnings are listed but are no mistakes.
  [[nodiscard]] std::size_t mistakes() const;
  [[nodiscard]] bool ok() const { return mistakes() == 0; }
};

/// The kind of a file that exists; `unknown` for any other and for what is not one of the kinds.
[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// Finds every mistake of a file without running it. A scenario's workload is proved to compute its
/// collective and to fit the platform, as before a run; so is an MSCCL file's.
[[nodiscard]] FileVerdict check_file(const std::string& path);

/// What `heliograph check` prints: the findings, or `FILE: ok (...)`, for each file.
[[nodiscard]] std::string verdict_text(const std::vector<FileVerdict>& verdicts);
/// {"rows": [{file, kind, ok, what, errors: [{file, line, column, severity, message}]}]}.
[[nodiscard]] std::string verdict_json(const std::vector<FileVerdict>& verdicts);

}  // namespace heliograph::testbenches
