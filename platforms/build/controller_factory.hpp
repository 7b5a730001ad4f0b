// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "platforms/description/platform_config.hpp"
#include "systemc/control/controller_core.hpp"
#include "systemc/control/foreign/load_device.hpp"

namespace heliograph::platforms {

/// Makes a controller for a switch of so many ports, in reset state.
using ControllerFactory = std::function<std::unique_ptr<systemc::ControllerCore>(unsigned ports)>;

/// The controller that a scenario names: rtl/switch_ctrl, its twin, or somebody's own, which is
/// compiled when the first is made. Making one throws base::InputError for what is wrong with it.
[[nodiscard]] ControllerFactory controller_factory(const ControllerConfig& config);

/// The design that a scenario names as its controller. Precondition: its kind is foreign.
[[nodiscard]] systemc::DeviceRequest foreign_device(const ControllerConfig& config);

/// The cycles, or slots if it keeps them, in which a scheduler must have granted what a host asks
/// for (rtl/contract.md).
[[nodiscard]] std::uint64_t scheduling_patience(unsigned ports, bool keeps_slots);

/// Reads the ports of a controller of somebody's own and compares them with the contract for a
/// switch of so many ports, without compiling; nothing to do for the others. Throws
/// base::InputError.
void check_controller_ports(const ControllerConfig& config, unsigned ports);

}  // namespace heliograph::platforms
