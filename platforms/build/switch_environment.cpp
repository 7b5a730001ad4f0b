// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/switch_environment.hpp"

namespace heliograph::platforms {

namespace {

[[nodiscard]] bool bit(std::uint32_t mask, std::size_t port) { return ((mask >> port) & 1U) != 0; }

}  // namespace

void SwitchEnvironment::attach(systemc::Transmitter& transmitter, systemc::Receiver& receiver) {
  transmitters_.push_back(&transmitter);
  receivers_.push_back(&receiver);
}

void SwitchEnvironment::connect(systemc::ControllerClock& clock) {
  const auto wake = [&clock] { clock.wake(); };
  for (systemc::Transmitter* transmitter : transmitters_) {
    transmitter->on_drain_change(wake);
  }
  for (systemc::Receiver* receiver : receivers_) {
    receiver->on_status_change(wake);
  }
  plant_.dacs.on_ready(wake);
}

void SwitchEnvironment::sample(systemc::ControllerInputs& inputs) {
  inputs.gnt_ready = true;
  inputs.dac_ready = plant_.dacs.ready();
  inputs.drain_ack = ~0U;
  inputs.los = ~0U;
  for (std::size_t port = 0; port < transmitters_.size(); ++port) {
    const std::uint32_t mask = 1U << port;
    if (!transmitters_[port]->drained()) {
      inputs.drain_ack &= ~mask;
    }
    if (!receivers_[port]->loss_of_signal()) {
      inputs.los &= ~mask;
    }
    if (receivers_[port]->locked()) {
      inputs.cdr_lock |= mask;
    }
    if (receivers_[port]->degraded()) {
      inputs.fec_deg |= mask;
    }
  }
}

void SwitchEnvironment::drive(const systemc::ControllerOutputs& outputs,
                              const systemc::ControllerInputs& inputs) {
  for (std::size_t port = 0; port < transmitters_.size(); ++port) {
    if (bit(outputs.drain_req, port) != bit(drain_requests_, port)) {
      transmitters_[port]->set_drain(bit(outputs.drain_req, port));
    }
    if (bit(outputs.rx_mask, port) != bit(masks_, port)) {
      receivers_[port]->set_mask(bit(outputs.rx_mask, port));
    }
  }
  drain_requests_ = outputs.drain_req;
  masks_ = outputs.rx_mask;
  if (outputs.dac_valid && inputs.dac_ready) {
    plant_.dacs.write(static_cast<base::ActuatorId>(outputs.dac_addr),
                      static_cast<photonics::DacCode>(outputs.dac_code));
  }
  if (outputs.ldac && !latched_) {
    plant_.dacs.latch();
  }
  latched_ = outputs.ldac;
  if (outputs.gnt_valid && inputs.gnt_ready && epoch_active_) {
    epoch_active_(static_cast<base::EpochId>(outputs.gnt_epoch));
  }
}

}  // namespace heliograph::platforms
