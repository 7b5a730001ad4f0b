// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/description/scenario_config.hpp"
#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

/// The name of its case.
inline constexpr const char* kLightCase = "in_light";

/// Runs a scenario with this controller, and judges its pins as on the bench and the light and the
/// frames besides. What the scenario itself makes go wrong is found out by a run with the reference
/// (the twin of the house when `options` brings none) and not held against the controller.
/// Throws base::InputError for a scenario that cannot run, or that has no switch.
[[nodiscard]] CosimReport judge_in_light(const CosimOptions& options,
                                         const platforms::ScenarioConfig& scenario,
                                         const ControllerFactory& factory);

}  // namespace heliograph::testbenches
