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

CalibrationTable nominal_calibration(const SwitchFabric& fabric, const HeaterDriver& driver,
                                     const std::vector<base::Radian>& rest_phases) {
  const auto code_for = [&driver](CellState state, base::Radian rest) {
    const HeaterDriver::CodeChoice choice = driver.least_power_code(nominal_phase(state) - rest);
    if (!choice.in_range) {
      throw std::invalid_argument("the heater driver cannot reach the " +
                                  std::string(to_string(state)) + " state");
    }
    return choice.code;
  };
  const auto codes_for = [&code_for](base::Radian rest) {
    return CellCodes{code_for(CellState::bar, rest), code_for(CellState::cross, rest)};
  };
  CalibrationTable table;
  if (rest_phases.empty()) {
    table.actuators.assign(fabric.actuators(), codes_for(base::Radian(0.0)));
    return table;
  }
  if (rest_phases.size() != fabric.actuators()) {
    throw std::invalid_argument("a rest phase is needed for each actuator of the fabric, or none");
  }
  table.actuators.reserve(rest_phases.size());
  for (const base::Radian rest : rest_phases) {
    table.actuators.push_back(codes_for(rest));
  }
  return table;
}

}  // namespace heliograph::photonics
