// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::systemc {

namespace {

unsigned checked(unsigned value, unsigned most, const char* what) {
  if (value < 2 || value > most) {
    throw std::invalid_argument("a controller has 2.." + std::to_string(most) + " " + what +
                                ", not " + std::to_string(value));
  }
  return value;
}

}  // namespace

bool SwitchCtrlTwin::Reporter::clock(const std::optional<ReportedEvent>& event,
                                     const std::optional<std::uint16_t>& refused_now) {
  const ReportedEvent before = shown;
  const auto refused_before = refused;
  shown = ReportedEvent{};
  if (event) {
    shown = *event;
  } else if (refused) {
    shown = ReportedEvent{ControlEvent::kCommitBusy, *refused};
    refused.reset();
  }
  if (refused_now) refused = refused_now;
  return shown.id != before.id || shown.arg != before.arg || refused != refused_before;
}

void SwitchCtrlTwin::Reporter::drive(ControllerOutputs& outputs) const {
  outputs.cev_valid = shown.id != ControlEvent::kNone;
  outputs.cev_id = static_cast<std::uint8_t>(shown.id);
  outputs.cev_arg = shown.arg;
}

SwitchCtrlTwin::SwitchCtrlTwin(unsigned ports, unsigned max_actuators)
    : ports_(checked(ports, kMaxControllerPorts, "ports")),
      maps_(ports),
      codes_(checked(max_actuators, registers::kMaxActuatorsAddressable, "actuators")),
      registers_(ports, maps_, codes_, telemetry_),
      sequencer_(ports, registers_, maps_) {}

void SwitchCtrlTwin::reset() {
  maps_.reset();
  codes_.reset();
  telemetry_.reset();
  registers_.reset();
  sequencer_.reset();
  bus_.reset();
  reporter_ = Reporter{};
  outputs_ = ControllerOutputs{};
  drive_grants_next_ = false;
  changed_ = true;
  settled_ = false;
  unchanged_ = false;
}

const ControllerOutputs& SwitchCtrlTwin::cycle(const ControllerInputs& inputs) {
  if (changed_) drive();
  changed_ = clock(within_ports(inputs));
  settled_ = !changed_;
  unchanged_ &= settled_;
  return outputs_;
}

ControllerInputs SwitchCtrlTwin::within_ports(const ControllerInputs& inputs) const {
  ControllerInputs masked = inputs;
  if (ports_ < kMaxControllerPorts) {
    const std::uint32_t mask = (std::uint32_t{1} << ports_) - 1;
    masked.drain_ack &= mask;
    masked.los &= mask;
    masked.cdr_lock &= mask;
    masked.fec_deg &= mask;
  }
  return masked;
}

RegisterView SwitchCtrlTwin::view(const ControllerInputs& inputs) const {
  RegisterView view;
  view.state = sequencer_.state();
  view.committed_epoch = sequencer_.committed_epoch();
  view.active_epoch = sequencer_.active_epoch();
  view.los = inputs.los;
  view.cdr_lock = inputs.cdr_lock;
  view.fec_deg = inputs.fec_deg;
  view.isolate = sequencer_.isolate();
  return view;
}

// Every block must see the others as they were before the edge. A read is answered first; a write
// may take effect at once, because what the sequencer and the code stream read is locked while they
// run; and the sequencer is told of the code stream before that moves.
bool SwitchCtrlTwin::clock(const ControllerInputs& inputs) {
  std::optional<RegisterRead> read;
  if (const auto address = bus_.read()) read = registers_.read(*address, view(inputs));
  WriteEffect effect;
  const auto write = bus_.write(reporter_.refused.has_value());
  if (write) effect = registers_.write(*write, view(inputs));

  TelemetryEvents counted;
  counted.code_taken = codes_.offers() && inputs.dac_ready;
  counted.latched = sequencer_.latches();
  counted.tick_in_busy = inputs.tick_1us && sequencer_.state() != ControllerState::kIdle;

  const SequencerInputs seen{effect.commit, codes_.done(), codes_.count(), &inputs};
  bool changed = codes_.clock(sequencer_.starts_program(), registers_.num_act(), inputs.dac_ready);
  const bool activates = sequencer_.activates();
  const SequencerReport report = sequencer_.clock(seen);
  if (activates) drive_grants_next_ = true;

  std::uint32_t interrupts = report.interrupts;
  if (effect.refused_commit) interrupts |= registers::kIrqCommitBusy;
  registers_.record(interrupts, effect.commit.has_value());
  counted.interrupts = interrupts;
  counted.commit = effect.commit.has_value();
  counted.snapshot = effect.snapshot;
  counted.clear = effect.clear;
  changed |= telemetry_.clock(counted);
  // A write or an interrupt always moves the bus or the sequencer as well, so that the registers
  // need no watch of their own.
  changed |= report.changed;
  changed |= reporter_.clock(report.event, effect.refused_commit);
  changed |=
      bus_.clock(inputs.axil, write ? std::optional<bool>(effect.refused) : std::nullopt, read);
  return changed;
}

void SwitchCtrlTwin::drive() {
  bus_.drive(outputs_.axil);
  outputs_.irq = registers_.irq();
  if (drive_grants_next_) drive_grants();
  sequencer_.drive(outputs_);
  codes_.drive(outputs_);
  reporter_.drive(outputs_);
}

void SwitchCtrlTwin::drive_grants() {
  outputs_.gnt = GrantMatrix{};
  for (unsigned src = 0; src < ports_; ++src) {
    if (!maps_.active[src].valid) continue;
    const unsigned position = src * ports_ + maps_.active[src].dst;
    outputs_.gnt[position / 32] |= std::uint32_t{1} << position % 32;
  }
  drive_grants_next_ = false;
}

}  // namespace heliograph::systemc
