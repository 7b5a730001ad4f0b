// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "systemc/control/controller_clock.hpp"
#include "systemc/light/optical_switch.hpp"
#include "systemc/link/receiver.hpp"
#include "systemc/link/transmitter.hpp"

namespace heliograph::platforms {

/// The wires between a controller and what it controls: transceivers at the switch's ports, and the
/// switch's DACs. Ports without a transceiver are always drained and never have light.
class SwitchEnvironment : public systemc::ControllerEnvironment {
 public:
  explicit SwitchEnvironment(systemc::OpticalSwitch& plant) : plant_(plant) {}

  /// The transceiver at the next port, in port order.
  void attach(systemc::Transmitter& transmitter, systemc::Receiver& receiver);
  /// Wakes the clock whenever a wire moves.
  void connect(systemc::ControllerClock& clock);
  /// Called once for each epoch that becomes active, with its number.
  void on_epoch(std::function<void(base::EpochId)> listener) {
    epoch_active_ = std::move(listener);
  }

  void sample(systemc::ControllerInputs& inputs) override;
  void drive(const systemc::ControllerOutputs& outputs,
             const systemc::ControllerInputs& inputs) override;

 private:
  systemc::OpticalSwitch& plant_;
  std::vector<systemc::Transmitter*> transmitters_;
  std::vector<systemc::Receiver*> receivers_;
  std::function<void(base::EpochId)> epoch_active_;
  std::uint32_t drain_requests_ = 0;
  std::uint32_t masks_ = 0;
  bool latched_ = false;
};

}  // namespace heliograph::platforms
