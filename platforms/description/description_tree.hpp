// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// The whole tree of a scenario: its file, what it includes, the platform that it names
/// (`platform: file`), and the overrides `path.to.key=value` in their order. A `switch` of the
/// platform file lies under the scenario's. Of kind null when there is no mapping at all.
[[nodiscard]] YamlValue read_scenario_tree(const std::string& path,
                                           const std::vector<std::string>& overrides,
                                           const FileSource& files, base::Diagnostics& diagnostics);

/// A platform file as the scenario tree that would hold it: its keys under `platform`, its `switch`
/// beside it, and the overrides as of a scenario.
[[nodiscard]] YamlValue read_platform_tree(const std::string& path,
                                           const std::vector<std::string>& overrides,
                                           const FileSource& files, base::Diagnostics& diagnostics);

}  // namespace heliograph::platforms
