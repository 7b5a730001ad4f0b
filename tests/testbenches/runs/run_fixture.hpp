// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/description/scenario_reader.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::tests {

inline platforms::ScenarioConfig scenario(const std::string& name,
                                          const std::vector<std::string>& overrides = {}) {
  return platforms::read_scenario(source_path("testbenches/scenarios/" + name), overrides);
}

/// Runs a shipped scenario with overrides.
inline testbenches::RunResult run(const std::string& name,
                                  const std::vector<std::string>& overrides = {}) {
  testbenches::Simulation simulation(scenario(name, overrides));
  return simulation.run();
}

}  // namespace heliograph::tests
