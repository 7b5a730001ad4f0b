// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

/// Reads and checks a scenario with its overrides (`path.to.key=value`). Throws base::InputError
/// with every mistake that was found, in the order of the files.
[[nodiscard]] ScenarioConfig read_scenario(const std::string& path,
                                           const std::vector<std::string>& overrides);
/// The same with files from `files` alone.
[[nodiscard]] ScenarioConfig read_scenario(const std::string& path,
                                           const std::vector<std::string>& overrides,
                                           const FileSource& files);

/// Reads and checks a platform file on its own: the platform and switch of what is returned.
/// Throws as read_scenario does.
[[nodiscard]] ScenarioConfig read_platform(const std::string& path, const FileSource& files);

/// Reads a scenario or platform file for its switch alone (`switch: {...}` is such a file), which
/// may have any number of ports that its topology allows; no controller is asked. The overrides are
/// those of a scenario. Throws as read_scenario does.
[[nodiscard]] ScenarioConfig read_switch(const std::string& path,
                                         const std::vector<std::string>& overrides,
                                         const FileSource& files);

/// Does this YAML file describe a platform rather than a scenario? It does when its root has a key
/// of a platform file (or `switch`) and none that only a scenario has. All else is a scenario.
[[nodiscard]] bool is_platform_file(const std::string& path, const FileSource& files);

}  // namespace heliograph::platforms
