// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/fabric_setting.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace heliograph::photonics {

FabricSetting nominal_setting(const SwitchFabric& fabric, std::vector<CellState> states,
                              std::vector<base::PortId> lit) {
  std::vector<base::Radian> phases = nominal_phases(fabric, states);
  return {std::move(states), std::move(phases), std::move(lit)};
}

void check_setting(const SwitchFabric& fabric, const FabricSetting& setting) {
  if (setting.states.size() != fabric.cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  if (setting.phases.size() != fabric.actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  std::vector<bool> lit(fabric.ports());
  for (const base::PortId input : setting.lit) {
    if (base::index(input) >= fabric.ports()) {
      throw std::invalid_argument("the fabric has no input " + std::to_string(base::index(input)));
    }
    if (lit[base::index(input)]) {
      throw std::invalid_argument("input " + std::to_string(base::index(input)) +
                                  " is lit more than once");
    }
    lit[base::index(input)] = true;
  }
}

}  // namespace heliograph::photonics
