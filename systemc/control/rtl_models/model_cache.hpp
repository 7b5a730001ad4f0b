// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "systemc/control/rtl_models/model_builder.hpp"

namespace heliograph::systemc {

/// Where built models are kept: <cache>/<key>/<content of all files read>/. The key is of what is
/// known before anything is run; the inner name tells apart what included files make different.
class ModelCache {
 public:
  ModelCache(const RtlSource& source, const RtlBuildOptions& options, const RtlTools& tools);

  /// The folder of a model all of whose files are as they were, if there is one.
  [[nodiscard]] std::optional<std::string> find() const;
  /// Moves a finished folder into its place, from `folder` on the same file system, and gives the
  /// place. Another process may have been first: then its model is taken.
  [[nodiscard]] std::string keep(const std::string& folder, const std::vector<std::string>& files);

 private:
  std::string place_;
};

[[nodiscard]] std::string read_whole_file(const std::string& path);
void write_whole_file(const std::string& path, const std::string& text);

}  // namespace heliograph::systemc
