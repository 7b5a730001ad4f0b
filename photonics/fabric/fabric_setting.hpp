// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// A fabric at work: what its cells are meant to do, what drives them, and which inputs have light.
struct FabricSetting {
  std::vector<CellState> states;     ///< by cell
  std::vector<base::Radian> phases;  ///< by actuator
  std::vector<base::PortId> lit;     ///< inputs with light, each once
};

/// The phases are those that `states` ask for.
[[nodiscard]] FabricSetting nominal_setting(const SwitchFabric& fabric,
                                            std::vector<CellState> states,
                                            std::vector<base::PortId> lit);

/// Throws std::invalid_argument unless there is a state for each cell, a phase for each actuator,
/// and each lit input exists and is named once.
void check_setting(const SwitchFabric& fabric, const FabricSetting& setting);

}  // namespace heliograph::photonics
