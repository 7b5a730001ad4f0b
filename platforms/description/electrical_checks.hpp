// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/description/parameter_check.hpp"
#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

/// What must hold between the parameters of an electrical machine: its dimensions and rates, and
/// that nothing is given that only an optical one has.
void check_electrical_machine(const ScenarioConfig& scenario, ParameterCheck& check);
/// That nothing is given that only an electrical machine has.
void check_no_electrical(const ScenarioConfig& scenario, ParameterCheck& check);

}  // namespace heliograph::platforms
