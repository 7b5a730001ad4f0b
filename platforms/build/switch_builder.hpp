// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "platforms/description/switch_config.hpp"

namespace heliograph::platforms {

/// A switch fabric and what else depends on its kind.
struct SwitchParts {
  std::unique_ptr<photonics::SwitchFabric> fabric;
  std::unique_ptr<photonics::CircuitRouter> router;
  std::vector<photonics::ThermalCoupling> couplings;
  /// Of the longest way through, whatever the cells do: for the drain acknowledgement. 0 for a
  /// mesh.
  base::Second longest_delay;
  /// By actuator, the phase without heat that the calibration knows of; empty where that is 0.
  std::vector<base::Radian> rest_phases;
};

/// A chip as it was calibrated, or one whose phases have moved since (switch.variation's
/// drift_sigma_rad).
enum class ChipAge { fresh, drifted };

/// Makes a switch; its fabrication errors, and what a mesh does not have, its drift, are drawn from
/// `seed`. Throws base::InputError with
/// everything that is wrong with the netlist that it names, if it names one. Precondition: the
/// topology, if it has one, allows as many ports.
[[nodiscard]] SwitchParts build_switch(const SwitchConfig& config, std::uint64_t seed,
                                       ChipAge age = ChipAge::fresh);

/// By cell, that nobody has set it: all but those that are stuck; empty where cells that nobody
/// needs are parked.
[[nodiscard]] std::vector<bool> unset_cells(const SwitchConfig& config,
                                            const photonics::SwitchFabric& fabric);

/// What must hold besides before a controller drives a switch that was made of `config`: it has as
/// many ports as the description says, actuators that controllers are built for, and cells that
/// take whatever their heaters can do. Throws base::InputError.
void check_controllable(const SwitchConfig& config, const photonics::SwitchFabric& fabric);

}  // namespace heliograph::platforms
