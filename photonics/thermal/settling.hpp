// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/thermal_plant.hpp"

namespace heliograph::photonics {

/// Time until a cell whose phase has `swing` to go leaks at most `leak` (a power ratio in dB, below
/// 0): tau ln(|swing| / eps) with eps = 2 asin(10^{leak/20}), from sin^2(eps/2) being the leak of a
/// cell that is eps off its target. 0 when the swing is within eps. Throws std::invalid_argument
/// when leak > 0 dB or tau < 0.
[[nodiscard]] base::Second settling_time(base::Radian swing, base::Decibel leak, base::Second tau);

/// Which ways cells change between their states: to more power, to less.
struct CellChanges {
  bool heating = true;
  bool cooling = true;
  /// Some are heated for the first time, from a phase of any value: up to a turn.
  bool from_rest = false;
};

/// The same for cells that change between cross (phase 0) and bar (phase pi) as their heaters do
/// under their driver: the longest of `changes`, which overdrive and the driver's range make
/// differ; 0 for none. Without overdrive and diffusion it is the closed form above for a swing of
/// pi, or of a turn with `from_rest`; else it is found on the plant, to the picosecond. Of
/// neighbours it is assumed that all are as far from their rest and to the same side, so that no
/// crosstalk between heaters takes longer. Throws std::invalid_argument as HeaterResponse does, and
/// unless `leak` is below 0 dB.
[[nodiscard]] base::Second settling_time(const HeaterDriver& driver,
                                         const ThermalPlantParameters& thermal, base::Decibel leak,
                                         CellChanges changes = {});

/// One change of one heater, on the plant: from the phase `from` to the phase `to`.
[[nodiscard]] base::Picoseconds settling_between(base::Radian from, base::Radian to,
                                                 const HeaterDriver& driver,
                                                 const ThermalPlantParameters& thermal,
                                                 base::Decibel leak);

}  // namespace heliograph::photonics
