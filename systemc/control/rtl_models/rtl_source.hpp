// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::systemc {

/// A file or folder and where it was named: in a list, or by whoever gave the inputs.
struct RtlPath {
  std::string path;
  base::SourceLocation named_at;
};

/// What a design is made of, as its file lists and options say. Nothing in it has been read but
/// lists; paths are as the working directory sees them.
struct RtlSource {
  std::vector<RtlPath> files;                ///< in order; packages come before their users
  std::vector<RtlPath> library_files;        ///< -v
  std::vector<RtlPath> library_folders;      ///< -y
  std::vector<RtlPath> include_folders;      ///< +incdir+, -I
  std::vector<std::string> library_endings;  ///< +libext+
  std::vector<std::string> defines;          ///< NAME or NAME=VALUE
  std::vector<std::string> parameters;       ///< NAME=VALUE, of the top
  std::string top;                           ///< empty: the only module that nobody instantiates
};

/// How paths in a list that is given by its bare name are meant.
enum class RtlListPaths {
  working_directory,  ///< as Verilator's -f
  list_folder,        ///< as Verilator's -F
};

/// The design that `inputs` name. Each input is a source file (.sv, .v, .vlt ...), a file list (its
/// name ends in .f, .F, .vc or .flist), or an option as in a list (`+define+A=1`, `-GN=4`, `-F`
/// followed by a list). `given_at` is the place that mistakes in the inputs themselves are reported
/// at. All mistakes go to `diagnostics`: files that are not there, lists that hold nothing, include
/// themselves or name environment variables that are not set; options that mean nothing to a
/// simulation are warnings.
///
/// Lists: one or several words a line; `//`, `/* */` and, at the start of a line, `#` begin
/// comments; "..." holds a name with spaces; $VAR, ${VAR} and $(VAR) are environment variables.
/// Understood: -f, -F, -y, -v, -I, -D, -G, +incdir+, +define+, +libext+, --top-module, --top, -top.
[[nodiscard]] RtlSource read_rtl_source(const std::vector<std::string>& inputs,
                                        RtlListPaths bare_lists,
                                        const base::SourceLocation& given_at,
                                        base::Diagnostics& diagnostics);

}  // namespace heliograph::systemc
