// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/calibration_table.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::photonics {

DacCode CalibrationTable::code(base::ActuatorId actuator, CellState state) const {
  const CellCodes& codes = actuators.at(base::index(actuator));
  return state == CellState::bar ? codes.bar : codes.cross;
}

std::optional<CellState> CalibrationTable::state(base::ActuatorId actuator, DacCode code) const {
  const CellCodes& codes = actuators.at(base::index(actuator));
  if (code == codes.bar) {
    return CellState::bar;
  }
  if (code == codes.cross) {
    return CellState::cross;
  }
  return std::nullopt;
}

CalibrationTable nominal_calibration(const SwitchFabric& fabric, const HeaterDriver& driver) {
  const auto code_for = [&driver](CellState state) {
    const HeaterDriver::CodeChoice choice = driver.least_power_code(nominal_phase(state));
    if (!choice.in_range) {
      throw std::invalid_argument("the heater driver cannot reach the " +
                                  std::string(to_string(state)) + " state");
    }
    return choice.code;
  };
  CalibrationTable table;
  table.actuators.assign(fabric.actuators(),
                         {code_for(CellState::bar), code_for(CellState::cross)});
  return table;
}

}  // namespace heliograph::photonics
