// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/sequence_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

/// Cycles for the work of a reconfiguration itself: the map is looked at source by source, the
/// codes actuator by actuator. Ours take a cycle each; eight are granted, and some for what stands
/// between.
constexpr std::uint64_t kWorkBase = 128;
constexpr std::uint64_t kWorkFactor = 8;

bool is_event(const systemc::ControllerOutputs& out, systemc::ControlEvent event) {
  return out.cev_valid && out.cev_id == static_cast<std::uint8_t>(event);
}

}  // namespace

std::string_view to_string(Phase phase) {
  constexpr std::array<std::string_view, kPhases> kNames{"idle",   "asked",  "drain",  "broken",
                                                         "settle", "relock", "illegal"};
  return kNames[static_cast<std::size_t>(phase)];
}

SequenceMonitor::SequenceMonitor(Scoreboard& board, ControllerView& view, DacMonitor& dacs,
                                 DeviceGroups groups)
    : board_(board), view_(view), dacs_(dacs), groups_(groups) {}

void SequenceMonitor::reset() {
  phase_ = Phase::none;
  offered_.reset();
  begun_by_offer_ = false;
  ended_.reset();
  lost_ = latched_ = false;
  first_edge_ = true;
  last_cycle_ = 0;
  recent_good_.fill(0);
}

void SequenceMonitor::commit_answered(std::uint16_t epoch, bool accepted, std::uint64_t cycle) {
  offered_.reset();
  if (begun_by_offer_) {
    board_.check(Rule::commit_refused, accepted, [&] {
      return fmt::format("the commit of epoch {} got SLVERR and was begun all the same", epoch);
    });
    begun_by_offer_ = false;
    return;
  }
  if (accepted && phase_ == Phase::none && !lost_) begin(epoch, cycle);
}

void SequenceMonitor::idle_was_read(std::uint64_t since) {
  if (phase_ == Phase::none) {
    if (since > ended_at_ || reconfigurations_ == 0) view_.busy = Busy::no;
    return;
  }
  if (since <= begun_at_ + 1) return;
  const bool unseen = !groups_.report && !groups_.decision && phase_ >= Phase::settle;
  if (phase_ == Phase::illegal) {
    end(Outcome::illegal, since);
    view_.busy = Busy::no;
  } else if (unseen && commit_.affected == 0) {
    view_.activate(commit_);  // a map that changes nothing shows nothing
    end(Outcome::active, since);
    view_.busy = Busy::no;
  } else {
    board_.broken(Rule::reg_value, fmt::format("STATUS reads idle while epoch {} is in phase {}",
                                               commit_.epoch, to_string(phase_)));
  }
}

void SequenceMonitor::begin(std::uint16_t epoch, std::uint64_t cycle) {
  ++begun_;
  commit_ = view_.foresee_commit(epoch);
  view_.committed_epoch = epoch;
  view_.busy = Busy::yes;
  phase_ = commit_.legal() ? Phase::asked : Phase::illegal;
  begun_at_ = cycle;
  asked_all_ = commit_.affected == 0;
  acknowledged_at_ = locked_at_ = locked_since_ = 0;
  isolated_before_ = view_.isolated;
  newly_isolated_ = 0;
  all_masked_ = false;
  drain_timer_.stop();
  settle_timer_.stop();
  relock_timer_.stop();
  spare_cycles_ = kWorkBase + kWorkFactor * (std::uint64_t{view_.ports} + commit_.num_act);
  waiting_ = false;
  dacs_.begin();
  board_.happened("commit, epoch", epoch);
}

void SequenceMonitor::end(Outcome outcome, std::uint64_t cycle) {
  board_.exercised(Rule::served);
  board_.happened("reconfiguration over, epoch", commit_.epoch);
  phase_ = Phase::none;
  ended_ = last_outcome_ = outcome;
  ended_at_ = cycle;
  view_.busy = Busy::unknown;
  ++reconfigurations_;
}

bool SequenceMonitor::is_done(const systemc::ControllerOutputs& out) const {
  if (groups_.report) return is_event(out, systemc::ControlEvent::kActive);
  if (groups_.decision) {
    return (out.gnt_valid && !last_out_.gnt_valid) || out.gnt_epoch != last_out_.gnt_epoch ||
           out.gnt != last_out_.gnt;
  }
  return phase_ >= Phase::settle && commit_.affected != 0 && out.drain_req == 0;
}

void SequenceMonitor::edge(std::uint64_t cycle, const systemc::ControllerInputs& in,
                           const systemc::ControllerOutputs& out) {
  ended_.reset();
  latched_ = false;
  if (lost_) return;
  if (phase_ == Phase::none && offered_ &&
      (out.drain_req != 0 || is_event(out, systemc::ControlEvent::kRequest))) {
    begin(*offered_, cycle);
    begun_by_offer_ = true;
  }
  watch_time(cycle);
  if (lost_) return;
  bool done = false;
  switch (phase_) {
    case Phase::none:
      watch_at_rest(out);
      break;
    case Phase::illegal:
      watch_illegal(out);
      if (groups_.report && is_event(out, systemc::ControlEvent::kIllegalMap)) {
        end(Outcome::illegal, cycle);
      }
      break;
    default:
      done = is_done(out);
      watch_run(cycle, out);
      if (done) watch_activation(cycle, out);
      break;
  }
  watch_grants(out, done);
  note_levels(cycle, in, out);
}

void SequenceMonitor::watch_at_rest(const systemc::ControllerOutputs& out) {
  const std::uint32_t base = view_.masked();
  board_.check(Rule::undisturbed, out.drain_req == 0, [&] {
    return "inputs " + ports_text(out.drain_req) + " are asked to drain, and nothing was committed";
  });
  board_.check(Rule::undisturbed, (out.rx_mask & ~base) == 0, [&] {
    return "outputs " + ports_text(out.rx_mask & ~base) + " are masked, and nothing was committed";
  });
  board_.check(Rule::masked_outside, (base & ~out.rx_mask) == 0, [&] {
    return "outputs " + ports_text(base & ~out.rx_mask) + " have no circuit and are not masked";
  });
  if (out.dac_valid || out.ldac) {
    board_.broken(Rule::dac_window, out.ldac ? "ldac_o is high, and nothing was committed"
                                             : "a code is sent, and nothing was committed");
  }
  if (groups_.isolate) {
    board_.check(Rule::isolation, out.isolate == view_.isolated, [&] {
      return "isolate_o is " + ports_text(out.isolate) + "; it should be " +
             ports_text(view_.isolated);
    });
  }
}

void SequenceMonitor::watch_illegal(const systemc::ControllerOutputs& out) {
  const bool quiet = out.drain_req == 0 && out.rx_mask == view_.masked() && !out.dac_valid &&
                     !out.ldac && !is_done(out);
  board_.check(Rule::illegal_refused, quiet, [&] {
    return fmt::format("epoch {} is illegal at source {}; drains {}, masks {}{}", commit_.epoch,
                       *commit_.illegal_source, ports_text(out.drain_req), ports_text(out.rx_mask),
                       out.dac_valid || out.ldac ? ", and the DACs are written" : "");
  });
}

void SequenceMonitor::watch_run(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  if (is_done(out)) {
    watch_isolation(cycle, out);
    return;
  }
  watch_drains(cycle, out);
  if (phase_ == Phase::none) return;  // given up
  watch_masks(cycle, out);
  watch_codes(cycle, out);
  watch_isolation(cycle, out);
}

void SequenceMonitor::note_levels(std::uint64_t cycle, const systemc::ControllerInputs& in,
                                  const systemc::ControllerOutputs& out) {
  first_edge_ = false;
  const std::uint32_t good = ~in.los & in.cdr_lock;
  recent_good_[recent_++ % kRecent] = good;
  const std::uint32_t to_hear = commit_.acknowledge;
  if (phase_ == Phase::drain && acknowledged_at_ == 0 && asked_all_ &&
      (to_hear & ~(in.drain_ack & out.drain_req)) == 0) {
    acknowledged_at_ = cycle;
    board_.happened("drains acknowledged", in.drain_ack & to_hear);
  }
  const bool told = groups_.report && is_event(out, systemc::ControlEvent::kRelock);
  if (phase_ == Phase::settle && settle_timer_.may_be_over(cycle)) {
    phase_ = Phase::relock;
    relock_timer_.start(commit_.t_relock_max, cycle);
  } else if (phase_ == Phase::relock && told) {
    relock_timer_.start(commit_.t_relock_max, cycle);
  }
  if (told) locked_at_ = locked_since_ = 0;  // it looks from here on
  if (phase_ == Phase::relock) {
    const bool all = (commit_.relock & ~good) == 0;
    if (all && locked_at_ == 0) locked_at_ = cycle;
    if (!all) locked_since_ = 0;
    if (all && locked_since_ == 0) locked_since_ = cycle;
  }
  // A tick at the edge of the event that starts a timer counts.
  drain_timer_.edge(in.tick_1us);
  settle_timer_.edge(in.tick_1us);
  relock_timer_.edge(in.tick_1us);
  waiting_ = waits_lawfully(cycle, in, out);
  last_cycle_ = cycle;
  last_in_ = in;
  last_out_ = out;
}

bool SequenceMonitor::waits_lawfully(std::uint64_t cycle, const systemc::ControllerInputs& in,
                                     const systemc::ControllerOutputs& out) const {
  if (out.dac_valid && !in.dac_ready) return true;
  switch (phase_) {
    case Phase::drain:
      return acknowledged_at_ == 0 && asked_all_ && !drain_timer_.must_be_over(cycle);
    case Phase::settle:
      return true;  // until the timer may be over
    case Phase::relock:
      return !settle_timer_.must_be_over(cycle) ||
             (locked_at_ == 0 && !relock_timer_.must_be_over(cycle));
    default:
      return false;
  }
}

void SequenceMonitor::watch_time(std::uint64_t cycle) {
  if (phase_ == Phase::none || waiting_ || first_edge_) return;
  const std::uint64_t elapsed = cycle - last_cycle_;
  if (elapsed <= spare_cycles_) {
    spare_cycles_ -= elapsed;
    return;
  }
  board_.exercised(Rule::served);
  board_.broken(
      Rule::served,
      fmt::format("epoch {} makes no progress in phase {}; committed in cycle {}, all its "
                  "work may take {} cycles besides its timers",
                  commit_.epoch, to_string(phase_), begun_at_,
                  kWorkBase + kWorkFactor * (std::uint64_t{view_.ports} + commit_.num_act)));
  end(Outcome::lost, cycle);
  lost_ = true;
}

}  // namespace heliograph::testbenches
