// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "photonics/calibration/calibration_table.hpp"
#include "photonics/routing/matching.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/description/scenario_config.hpp"

namespace heliograph::testbenches {

/// A switch on its own: what a file says of it, and what was made of that.
struct SwitchSource {
  std::string file;
  platforms::ScenarioConfig config;  ///< its switch, transceivers, fibres and seed
  platforms::SwitchParts parts;
  photonics::CalibrationTable calibration;  ///< nominal or measured, as the description says

  [[nodiscard]] const photonics::SwitchFabric& fabric() const { return *parts.fabric; }
  /// The topology's name, or `netlist`.
  [[nodiscard]] std::string kind() const;
  /// The title of the description, else the kind and the ports.
  [[nodiscard]] std::string title() const;

  /// Heater powers of the drivers' codes for these states, by actuator: codes of the
  /// calibration, 0 for actuators that set no cell's state and for cells that are unset (by cell;
  /// empty for none).
  [[nodiscard]] std::vector<base::Watt> powers(const std::vector<photonics::CellState>& states,
                                               const std::vector<bool>& unset = {}) const;
  /// The phases that these powers make at rest, heat of neighbours included. Of a netlist, whose
  /// settings need not be phases: what its cells need for these states.
  [[nodiscard]] std::vector<base::Radian> phases(const std::vector<photonics::CellState>& states,
                                                 const std::vector<bool>& unset = {}) const;

  /// By cell, that none of these circuits needs it, so that nobody has set it; empty where such
  /// cells are parked (switch.mesh.unset). Precondition: the sizes fit the fabric.
  [[nodiscard]] std::vector<bool> unset_beside(
      const photonics::Matching& circuits, const std::vector<photonics::CellState>& states) const;
};

/// Of a checked config; `file` names it in messages. Throws base::InputError for what is wrong with
/// a netlist.
[[nodiscard]] SwitchSource make_switch(const std::string& file, platforms::ScenarioConfig config);

/// Of a scenario or platform (`switch: {...}` alone is one), with `path.to.key=value` overrides.
/// Throws base::InputError with every mistake.
[[nodiscard]] SwitchSource open_switch_description(const std::string& path,
                                                   const std::vector<std::string>& overrides);

/// Of a netlist: `models` maps its models and `cells` says what its ports and cells are; both may
/// be empty. All else has its default. Throws base::InputError.
[[nodiscard]] SwitchSource open_switch_netlist(const std::string& path, const std::string& models,
                                               const std::string& cells);

}  // namespace heliograph::testbenches
