// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/time.hpp"
#include "platforms/description/scenario_config.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "testbenches/observe/energy_log.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

// Energy is found twice in every run: models integrate it as their states change, and it is summed
// anew from what observers saw and from the description. That the two agree shows that no change
// was booked late, twice or not at all.

/// Two sums of the same numbers in another order differ by less than this part.
inline constexpr double kEnergyTolerance = 1e-9;

/// What the models booked until `end`.
[[nodiscard]] std::vector<EnergyItem> integrated_energy(const systemc::EnergyMeter& meter,
                                                        base::Picoseconds end);

/// The same components from the description and the log alone: codes times the powers that their
/// drivers give, frames times bits times energies per bit, powers times the run's time.
[[nodiscard]] std::vector<EnergyItem> summed_energy(const platforms::ScenarioConfig& scenario,
                                                    std::size_t actuators, const EnergyLog& log,
                                                    base::Picoseconds end);

/// The largest relative difference, of power over time and of bits and events, of any component.
/// Throws std::logic_error, which names the component, when one is above kEnergyTolerance or when
/// only one side knows a component.
double check_energy(const std::vector<EnergyItem>& integrated,
                    const std::vector<EnergyItem>& summed);

}  // namespace heliograph::testbenches
