// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/coverage_monitor.hpp"

namespace heliograph::testbenches {

using systemc::ControlEvent;

void CoverageMonitor::reset() {
  state_ = CoverState::idle;
  last_event_ = ControlEvent::kNone;
  last_in_ = systemc::ControllerInputs();
}

CoverState CoverageMonitor::state_now(const ControllerMonitors& monitors,
                                      const systemc::ControllerOutputs& out) {
  if (out.cev_valid && out.cev_id != static_cast<std::uint8_t>(ControlEvent::kCommitBusy)) {
    last_event_ = static_cast<ControlEvent>(out.cev_id);
  }
  switch (monitors.sequence().phase()) {
    case Phase::none:
      last_event_ = ControlEvent::kNone;
      return CoverState::idle;
    case Phase::asked:
      return CoverState::arbitrate;
    case Phase::illegal:
      return CoverState::illegal;
    case Phase::drain:
      return CoverState::quiesce;
    case Phase::broken:
      return last_event_ == ControlEvent::kProgram || out.dac_valid ? CoverState::program
                                                                    : CoverState::break_;
    case Phase::settle:
      return CoverState::settle;
    case Phase::relock:
      if (last_event_ == ControlEvent::kVerify) return CoverState::verify;
      // The timer may be over, but a report tells better.
      return last_event_ == ControlEvent::kSettle ? CoverState::settle : CoverState::relock;
  }
  return CoverState::idle;
}

void CoverageMonitor::edge(const ControllerMonitors& monitors, const systemc::ControllerInputs& in,
                           const systemc::ControllerOutputs& out) {
  const CoverState before = state_;
  state_ = state_now(monitors, out);
  const auto meet = [this](bool met, CoverEvent event) {
    if (met) coverage_.meet(state_, event);
  };
  const BusTally& tally = monitors.tally();
  meet(tally.commit_refused, CoverEvent::commit_refused);
  meet(tally.write, CoverEvent::write);
  meet(tally.locked_refused, CoverEvent::write_refused);
  meet(tally.read, CoverEvent::read);
  meet(tally.error, CoverEvent::bus_error);
  if (tally.commit) coverage_.meet(CoverState::idle, CoverEvent::commit);
  if (state_ == CoverState::quiesce) {
    meet((in.drain_ack & ~last_in_.drain_ack) != 0, CoverEvent::drain_ack);
  }
  const auto& ended = monitors.sequence().ended();
  if (ended == Outcome::drain_timeout && before == CoverState::quiesce) {
    coverage_.meet(before, CoverEvent::timeout);
  }
  if (ended == Outcome::relock_timeout) coverage_.meet(CoverState::relock, CoverEvent::timeout);
  meet((in.los & ~last_in_.los) != 0, CoverEvent::los);
  meet(in.fec_deg != 0, CoverEvent::fec);
  meet(in.tick_1us, CoverEvent::tick);
  if (state_ == CoverState::program) {
    meet(out.dac_valid && !in.dac_ready, CoverEvent::back_pressure);
  }
  meet(out.gnt_valid && !in.gnt_ready, CoverEvent::grant_waits);
  last_in_ = in;
}

}  // namespace heliograph::testbenches
