// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// The location that stands for a `--set` option: no line, so that it prints as the option itself.
[[nodiscard]] base::SourceLocation option_location(const std::string& option);

/// A path that a value gives, relative to the file in which it stands (to the working directory for
/// a `--set` option).
[[nodiscard]] std::string resolve_path(const YamlValue& value);

/// The whole tree of a scenario: its file, what it includes (`include: file` or a list of files, in
/// any mapping; own keys win), the platform that it names (`platform: file`), and the overrides
/// `path.to.key=value` in their order. A `switch` of the platform file lies under the scenario's.
[[nodiscard]] YamlValue read_description(const std::string& path,
                                         const std::vector<std::string>& overrides,
                                         base::Diagnostics& diagnostics);

}  // namespace heliograph::platforms
