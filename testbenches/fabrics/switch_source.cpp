// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/switch_source.hpp"

#include "platforms/build/switch_calibration.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"

namespace heliograph::testbenches {

std::string SwitchSource::kind() const { return to_string(config.fabric_switch.fabric); }

std::string SwitchSource::title() const {
  if (!config.fabric_switch.title.empty()) {
    return config.fabric_switch.title;
  }
  const std::string ports = std::to_string(fabric().ports());
  return fabric().duplex() ? kind() + ", " + ports + " ports" : kind() + " " + ports + "x" + ports;
}

std::vector<base::Watt> SwitchSource::powers(const std::vector<photonics::CellState>& states,
                                             const std::vector<bool>& unset) const {
  const photonics::HeaterDriver driver(config.fabric_switch.driver);
  std::vector<base::Watt> powers(fabric().actuators(), driver.power(photonics::DacCode{0}));
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    if (fabric().held_state(id) || (!unset.empty() && unset[cell])) {
      continue;  // its heater is left alone
    }
    const base::ActuatorId heater = fabric().actuator(id);
    powers[base::index(heater)] = driver.power(calibration.code(heater, states[cell]));
  }
  return powers;
}

std::vector<base::Radian> SwitchSource::phases(const std::vector<photonics::CellState>& states,
                                               const std::vector<bool>& unset) const {
  if (std::holds_alternative<platforms::NetlistKind>(config.fabric_switch.fabric)) {
    return nominal_phases(fabric(), states);
  }
  photonics::ThermalPlant plant(fabric().actuators(), config.fabric_switch.thermal,
                                photonics::HeaterDriver(config.fabric_switch.driver),
                                parts.couplings);
  plant.settle_at(base::Picoseconds(0), powers(states, unset));
  std::vector<base::Radian> phases;
  plant.phases(base::Picoseconds(0), phases);
  return phases;
}

std::vector<bool> SwitchSource::unset_beside(
    const photonics::Matching& circuits, const std::vector<photonics::CellState>& states) const {
  std::vector<bool> unset = platforms::unset_cells(config.fabric_switch, fabric());
  if (unset.empty()) {
    return unset;
  }
  for (std::size_t port = 0; port < circuits.ports(); ++port) {
    const auto input = static_cast<base::PortId>(port);
    if (circuits.output_of(input)) {
      for (const photonics::PathHop& hop : fabric().trace(input, states).hops) {
        unset[base::index(hop.cell)] = false;
      }
    }
  }
  return unset;
}

SwitchSource make_switch(const std::string& file, platforms::ScenarioConfig config) {
  SwitchSource source;
  source.file = file;
  source.config = std::move(config);
  source.parts = platforms::build_switch(source.config.fabric_switch, source.config.seed);
  source.config.fabric_switch.ports = static_cast<int>(source.fabric().ports());
  source.calibration =
      platforms::calibrate(source.config.fabric_switch, source.parts, source.config.seed);
  return source;
}

SwitchSource open_switch_description(const std::string& path,
                                     const std::vector<std::string>& overrides) {
  return make_switch(path, platforms::read_switch(path, overrides, platforms::DiskFiles()));
}

SwitchSource open_switch_netlist(const std::string& path, const std::string& models,
                                 const std::string& cells) {
  platforms::ScenarioConfig config;
  config.fabric_switch.fabric = platforms::NetlistKind();
  config.fabric_switch.netlist = path;
  config.fabric_switch.netlist_models = models;
  config.fabric_switch.netlist_cells = cells;
  return make_switch(path, std::move(config));
}

}  // namespace heliograph::testbenches
