// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/switch_source.hpp"

#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"

namespace heliograph::testbenches {

std::string SwitchSource::kind() const { return to_string(config.fabric_switch.fabric); }

std::string SwitchSource::title() const {
  if (!config.fabric_switch.title.empty()) {
    return config.fabric_switch.title;
  }
  const std::string ports = std::to_string(fabric().ports());
  return kind() + " " + ports + "x" + ports;
}

SwitchSource make_switch(const std::string& file, platforms::ScenarioConfig config) {
  SwitchSource source;
  source.file = file;
  source.config = std::move(config);
  source.parts = platforms::build_switch(source.config.fabric_switch, source.config.seed);
  source.config.fabric_switch.ports = static_cast<int>(source.fabric().ports());
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
