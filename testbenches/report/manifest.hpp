// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "platforms/description/scenario_config.hpp"

namespace heliograph::testbenches {

/// manifest.json: what went into a run. Versions, seed, input files with their content hashes, the
/// overrides, and every parameter with its value, default, unit and source.
[[nodiscard]] nlohmann::ordered_json manifest_json(const platforms::ScenarioConfig& scenario,
                                                   const std::vector<std::string>& overrides);

}  // namespace heliograph::testbenches
