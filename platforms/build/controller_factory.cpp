// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/controller_factory.hpp"

#include <cstdint>

#include "systemc/control/behavioural/scheduled_controller.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

namespace heliograph::platforms {

namespace {

systemc::DeviceRequest request_of(const ControllerConfig& config, unsigned ports) {
  systemc::DeviceRequest request = foreign_device(config);
  request.ports = ports;
  return request;
}

void refuse_registers(systemc::DeviceKind kind, const ControllerConfig& config) {
  if (kind == systemc::DeviceKind::registers) {
    throw base::InputError(config.rtl_place,
                           "this is a register block, which moves no switch; expected a "
                           "controller or a scheduler");
  }
}

/// A controller as it is; a scheduler with the twin for all that it lacks.
std::unique_ptr<systemc::ControllerCore> make_foreign(const ControllerConfig& config,
                                                      unsigned ports) {
  const systemc::LoadedDevice device =
      systemc::load_device(request_of(config, ports), systemc::RtlTools::from_environment());
  refuse_registers(device.kind(), config);
  if (device.kind() == systemc::DeviceKind::controller) {
    return systemc::make_foreign_controller(device);
  }
  const bool keeps_slots = device.inspected.device.find("slot_start_o") != nullptr;
  return std::make_unique<systemc::ScheduledController>(
      std::make_unique<systemc::SwitchCtrlTwin>(ports), systemc::make_foreign_scheduler(device),
      keeps_slots, scheduling_patience(ports, keeps_slots));
}

}  // namespace

systemc::DeviceRequest foreign_device(const ControllerConfig& config) {
  systemc::DeviceRequest request;
  request.inputs = {config.rtl};
  // What a scenario names must not depend on the working directory.
  request.bare_lists = systemc::RtlListPaths::list_folder;
  request.top = config.top;
  request.mapping = config.mapping;
  request.given_at = config.rtl_place;
  return request;
}

std::uint64_t scheduling_patience(unsigned ports, bool keeps_slots) {
  if (keeps_slots) {
    return 2ULL * ports;
  }
  const std::uint64_t others = ports - 1;
  const std::uint64_t decisions = std::uint64_t{ports} * ports + others * others;
  constexpr std::uint64_t kCyclesAPort = 16;
  constexpr std::uint64_t kCyclesBeside = 64;
  return decisions * (kCyclesAPort * ports + kCyclesBeside);
}

ControllerFactory controller_factory(const ControllerConfig& config) {
  switch (config.kind) {
    case ControllerKind::rtl:
      return systemc::make_switch_ctrl_rtl;
    case ControllerKind::foreign:
      return [config](unsigned ports) { return make_foreign(config, ports); };
    case ControllerKind::behavioural:
      break;
  }
  return [](unsigned ports) { return std::make_unique<systemc::SwitchCtrlTwin>(ports); };
}

void check_controller_ports(const ControllerConfig& config, unsigned ports) {
  if (config.kind == ControllerKind::foreign) {
    const systemc::InspectedDevice found =
        systemc::inspect_device(request_of(config, ports), systemc::RtlTools::from_environment());
    refuse_registers(found.device.kind, config);
  }
}

}  // namespace heliograph::platforms
