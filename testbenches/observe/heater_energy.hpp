// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/time.hpp"
#include "base/units.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "testbenches/observe/energy_log.hpp"

namespace heliograph::testbenches {

/// What heaters and their drivers took.
struct HeaterEnergy {
  base::Joule heat;  ///< in the heaters
  base::Joule loss;  ///< in the drivers besides, HeaterDriver::loss()
};

/// Of `heaters` from 0 to `end`, from the codes alone, heater by heater: code 0 until the first
/// latch; from each latch on the power of its code, or, where the driver overdrives, the overdriven
/// power for as long as a low-pass of `tau` needs to get to the heat of the code, and then that of
/// the code. Latches after `end` count for nothing. A code beyond the DAC's counts as its highest.
[[nodiscard]] HeaterEnergy heater_energy(const photonics::HeaterDriverParameters& parameters,
                                         base::Picoseconds tau, std::size_t heaters,
                                         const std::vector<LatchRecord>& latches,
                                         base::Picoseconds end);

}  // namespace heliograph::testbenches
