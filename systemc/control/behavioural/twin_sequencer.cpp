// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/twin_sequencer.hpp"

#include <tuple>

namespace heliograph::systemc {

namespace {

std::uint32_t bit(unsigned port) { return std::uint32_t{1} << port; }

/// Outputs of `wanted` without light or without a recovered clock.
std::uint32_t unlocked(std::uint32_t wanted, const ControllerInputs& pins) {
  return wanted & (pins.los | ~pins.cdr_lock);
}

void fail(ControlEvent id, std::uint32_t arg, std::uint32_t interrupt, SequencerReport& report) {
  report.event = ReportedEvent{id, arg};
  report.interrupts = interrupt;
}

}  // namespace

bool TwinSequencer::Scan::operator==(const Scan& other) const {
  const auto tie = [](const Scan& s) {
    return std::tie(s.source, s.affected, s.broken, s.relock, s.connected);
  };
  return tie(*this) == tie(other);
}

bool TwinSequencer::State::operator==(const State& other) const {
  const auto tie = [](const State& s) {
    return std::tie(s.state, s.first, s.epoch, s.active_epoch, s.timer, s.timer_in_ticks,
                    s.drain_req, s.rx_mask, s.isolate, s.ldac, s.gnt_valid, s.scan);
  };
  return tie(*this) == tie(other);
}

TwinSequencer::TwinSequencer(unsigned ports, const TwinRegisters& registers, CircuitMaps& maps)
    : port_mask_(ports >= kMaxControllerPorts ? ~std::uint32_t{0} : bit(ports) - 1),
      registers_(registers),
      maps_(maps) {
  reset();
}

void TwinSequencer::reset() {
  state_ = State{};
  state_.rx_mask = port_mask_;
}

SequencerReport TwinSequencer::clock(const SequencerInputs& inputs) {
  State next = state_;
  SequencerReport report;
  clock_timer(inputs.pins->tick_1us, next);
  next.ldac = entering(ControllerState::kSettle);
  next.gnt_valid = activates() || (state_.gnt_valid && !inputs.pins->gnt_ready);
  switch (state_.state) {
    case ControllerState::kIdle:
      clock_idle(inputs, next);
      break;
    case ControllerState::kRequest:
      clock_request(next, report);
      break;
    case ControllerState::kArbitrate:
      clock_arbitrate(next, report);
      break;
    case ControllerState::kQuiesce:
      clock_quiesce(inputs, next, report);
      break;
    case ControllerState::kBreak:
      clock_break(next, report);
      break;
    case ControllerState::kProgram:
      clock_program(inputs, next, report);
      break;
    case ControllerState::kSettle:
      clock_settle(inputs, next, report);
      break;
    case ControllerState::kRelock:
      clock_relock(inputs, next, report);
      break;
    case ControllerState::kVerify:
      clock_verify(inputs, next, report);
      break;
    case ControllerState::kActive:
      clock_active(next, report);
      break;
  }
  next.first = next.state != state_.state;
  report.changed = !(next == state_);
  state_ = next;
  return report;
}

void TwinSequencer::clock_timer(bool tick, State& next) const {
  switch (state_.state) {
    case ControllerState::kQuiesce:
      if (state_.first) return load_timer(registers_.t_drain_max(), next);
      break;
    case ControllerState::kSettle:
      if (state_.first) return load_timer(registers_.t_settle(), next);
      break;
    case ControllerState::kRelock:
      if (state_.first) return load_timer(registers_.t_relock_max(), next);
      break;
    default:
      return;  // nothing waits
  }
  if (state_.timer != 0 && (!state_.timer_in_ticks || tick)) --next.timer;
}

void TwinSequencer::load_timer(std::uint32_t setting, State& next) const {
  next.timer_in_ticks = (setting & registers::kTimerTicks) != 0;
  // The first tick may come at once, so one more is counted: K microseconds never last less.
  next.timer = (setting & registers::kTimerMax) + (next.timer_in_ticks ? 1 : 0);
}

void TwinSequencer::clock_idle(const SequencerInputs& inputs, State& next) const {
  if (!inputs.commit) return;
  next.epoch = *inputs.commit;
  next.state = ControllerState::kRequest;
}

void TwinSequencer::clock_request(State& next, SequencerReport& report) const {
  if (state_.first) {
    report.event = ReportedEvent{ControlEvent::kRequest, state_.epoch};
  } else {
    next.state = ControllerState::kArbitrate;
  }
}

void TwinSequencer::clock_arbitrate(State& next, SequencerReport& report) const {
  if (state_.first) {
    next.scan = Scan{};
  } else if (state_.scan.source < maps_.shadow.size()) {
    scan_next_source(next, report);
  } else {
    report.event = ReportedEvent{ControlEvent::kArbitrate, state_.scan.affected};
    next.state = ControllerState::kQuiesce;
  }
}

void TwinSequencer::scan_next_source(State& next, SequencerReport& report) const {
  const unsigned src = state_.scan.source;
  const MapEntry wanted = maps_.shadow[src];
  const MapEntry present = maps_.active[src];
  const std::uint32_t to = wanted.mask() & port_mask_;
  if (wanted.valid && (to == 0 || (to & state_.scan.connected) != 0)) {
    fail(ControlEvent::kIllegalMap, src, registers::kIrqIllegalMap, report);
    next.state = ControllerState::kIdle;
    return;
  }
  ++next.scan.source;
  next.scan.connected |= to;
  if (!wanted.same_circuit(present) || (registers_.disturb() & bit(src)) != 0) {
    next.scan.affected |= bit(src);
    next.scan.broken |= to | present.mask();
    next.scan.relock |= to;
  }
}

void TwinSequencer::clock_quiesce(const SequencerInputs& inputs, State& next,
                                  SequencerReport& report) const {
  const std::uint32_t to_drain = state_.scan.affected & maps_.active_sources();
  if (state_.first) {
    next.drain_req = state_.scan.affected;
    report.event = ReportedEvent{ControlEvent::kQuiesce, to_drain};
    return;
  }
  const std::uint32_t undrained = to_drain & ~inputs.pins->drain_ack;
  if (undrained == 0) {
    next.state = ControllerState::kBreak;
  } else if (state_.timer == 0) {
    fail(ControlEvent::kDrainTimeout, undrained, registers::kIrqDrainTimeout, report);
    next.drain_req = 0;
    next.state = ControllerState::kIdle;
  }
}

void TwinSequencer::clock_break(State& next, SequencerReport& report) const {
  if (state_.first) {
    next.rx_mask |= state_.scan.broken;
    next.isolate &= ~state_.scan.broken;
    report.event = ReportedEvent{ControlEvent::kBreak, state_.scan.broken};
  } else {
    next.state = ControllerState::kProgram;
  }
}

void TwinSequencer::clock_program(const SequencerInputs& inputs, State& next,
                                  SequencerReport& report) const {
  if (state_.first) {
    report.event = ReportedEvent{ControlEvent::kProgram, registers_.num_act()};
  } else if (inputs.program_done) {
    next.state = ControllerState::kSettle;
  }
}

void TwinSequencer::clock_settle(const SequencerInputs& inputs, State& next,
                                 SequencerReport& report) const {
  if (state_.first) {
    report.event = ReportedEvent{ControlEvent::kSettle, inputs.program_count};
  } else if (state_.timer == 0) {
    next.state = ControllerState::kRelock;
  }
}

void TwinSequencer::clock_relock(const SequencerInputs& inputs, State& next,
                                 SequencerReport& report) const {
  if (state_.first) {
    report.event = ReportedEvent{ControlEvent::kRelock, state_.scan.relock};
    return;
  }
  const std::uint32_t missing = unlocked(state_.scan.relock, *inputs.pins);
  if (missing == 0) {
    next.state = ControllerState::kVerify;
  } else if (state_.timer == 0) {
    fail(ControlEvent::kRelockTimeout, missing, registers::kIrqRelockTimeout, report);
    next.isolate |= missing;
    next.state = ControllerState::kVerify;
  }
}

void TwinSequencer::clock_verify(const SequencerInputs& inputs, State& next,
                                 SequencerReport& report) const {
  if (state_.first) {
    const std::uint32_t relock = state_.scan.relock;
    const std::uint32_t bad = unlocked(relock, *inputs.pins) | (relock & inputs.pins->fec_deg);
    report.event = ReportedEvent{ControlEvent::kVerify, bad};
  } else {
    next.state = ControllerState::kActive;
  }
}

void TwinSequencer::clock_active(State& next, SequencerReport& report) {
  if (!state_.first) {
    next.state = ControllerState::kIdle;
    return;
  }
  maps_.active = maps_.shadow;
  next.active_epoch = state_.epoch;
  next.drain_req = 0;
  next.rx_mask = (port_mask_ & ~state_.scan.connected) | state_.isolate;
  report.event = ReportedEvent{ControlEvent::kActive, state_.epoch};
  report.interrupts = registers::kIrqDone;
}

void TwinSequencer::drive(ControllerOutputs& outputs) const {
  outputs.gnt_valid = state_.gnt_valid;
  outputs.gnt_epoch = state_.active_epoch;
  outputs.drain_req = state_.drain_req;
  outputs.rx_mask = state_.rx_mask;
  outputs.ldac = state_.ldac;
  outputs.isolate = state_.isolate;
}

}  // namespace heliograph::systemc
