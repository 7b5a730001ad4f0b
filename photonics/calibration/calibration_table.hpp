// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/thermal/heater_driver.hpp"

namespace heliograph::photonics {

/// The codes of one cell's heater.
struct CellCodes {
  DacCode bar{};
  DacCode cross{};
};

/// What the control software believes: which code puts which cell in which state.
struct CalibrationTable {
  std::vector<CellCodes> actuators;  ///< by ActuatorId

  /// Throws std::out_of_range when the actuator is not in the table.
  [[nodiscard]] DacCode code(base::ActuatorId actuator, CellState state) const;
  /// The state that `code` stands for at this actuator; nothing when it is neither's.
  [[nodiscard]] std::optional<CellState> state(base::ActuatorId actuator, DacCode code) const;
};

/// The table of a fabric as it was designed: bar at phase pi and cross at phase 0 by the driver's
/// own parameters. It does not know the fabrication errors, so those stay as extinction loss.
/// `rest_phases`: by actuator, what its phase is known to be without heat; empty where that is 0.
/// Throws std::invalid_argument when the driver cannot reach one of the two states, and for as many
/// rest phases as there are not actuators.
[[nodiscard]] CalibrationTable nominal_calibration(
    const SwitchFabric& fabric, const HeaterDriver& driver,
    const std::vector<base::Radian>& rest_phases = {});

}  // namespace heliograph::photonics
