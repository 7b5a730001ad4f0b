// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/parameter_check.hpp"

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"
#include "platforms/description/file_loader.hpp"

namespace heliograph::platforms {

bool ParameterCheck::known(Paths paths) const {
  return std::none_of(paths.begin(), paths.end(),
                      [&](const char* path) { return binder_.failed(path); });
}

void ParameterCheck::error(Paths paths, const std::string& message) {
  const auto* const found =
      std::find_if(paths.begin(), paths.end(), [&](const char* path) { return given(path); });
  const std::string path = found == paths.end() ? *paths.begin() : *found;
  diagnostics_.error(binder_.where(path), "'" + path + "': " + message);
}

void ParameterCheck::no_effect(const char* path, const std::string& without) {
  if (given(path)) {
    error({path}, "has no effect " + without);
  }
}

void ParameterCheck::file(const char* path, const std::string& what, std::string& file,
                          const FileSource& files) {
  if (!known({path})) {
    return;
  }
  const YamlValue* node = binder_.node(path);
  if (node->scalar.empty()) {
    error({path}, "found ''; expected the name of " + what);
    return;
  }
  file = resolve_path(*node);
  if (const std::optional<std::string> problem = files.find_problem(file)) {
    error({path}, base::quoted(file) + ": " + *problem + "; expected " + what +
                      ", named relative to the file that names it");
  }
}

}  // namespace heliograph::platforms
