// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

/// A switch fabric and what else depends on its kind.
struct SwitchParts {
  std::unique_ptr<photonics::SwitchFabric> fabric;
  std::unique_ptr<photonics::CircuitRouter> router;
  std::vector<photonics::ThermalCoupling> couplings;
  /// Of the longest way through, whatever the cells do: for the drain acknowledgement.
  base::Second longest_delay;
};

/// Makes the switch of a scenario. Throws base::InputError with everything that is wrong with the
/// netlist that it names, if it names one.
[[nodiscard]] SwitchParts build_switch(const ScenarioConfig& scenario);

}  // namespace heliograph::platforms
