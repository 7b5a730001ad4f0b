// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "base/diagnostics.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/section_binder.hpp"

namespace heliograph::platforms {

/// Says what is wrong between parameters that were read, each by its path (`switch.ports`).
class ParameterCheck {
 public:
  using Paths = std::initializer_list<const char*>;

  /// What is passed must outlive it.
  ParameterCheck(const SectionBinder& binder, base::Diagnostics& diagnostics)
      : binder_(binder), diagnostics_(diagnostics) {}

  /// None of these was refused.
  [[nodiscard]] bool known(Paths paths) const;
  [[nodiscard]] bool given(const char* path) const { return binder_.given(path); }
  /// A mistake at the first of these that was given, named after it (after the first if none was).
  void error(Paths paths, const std::string& message);
  void no_effect(const char* path, const std::string& without);
  /// The file that `path` names, which must be there; `what` says what it should be. `file` becomes
  /// absolute or relative to the working directory.
  void file(const char* path, const std::string& what, std::string& file, const FileSource& files);

 private:
  const SectionBinder& binder_;
  base::Diagnostics& diagnostics_;
};

}  // namespace heliograph::platforms
