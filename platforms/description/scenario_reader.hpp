// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

/// Reads and checks a scenario with its overrides (`path.to.key=value`). Throws base::InputError
/// with every mistake that was found. A message about a file names it by its place in the tree.
[[nodiscard]] ScenarioConfig read_scenario(const std::string& path,
                                           const std::vector<std::string>& overrides);

}  // namespace heliograph::platforms
