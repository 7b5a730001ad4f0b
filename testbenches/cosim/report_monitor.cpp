// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/report_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

using systemc::ControlEvent;

namespace {

constexpr std::uint8_t kFirstOwnEvent = 64;
/// A refused commit is told at most 5 cycles after it executed; events of the sequence go first.
constexpr std::uint64_t kRefusalTold = 10;

bool of_sequence(ControlEvent event) {
  return event != ControlEvent::kCommitBusy && event != ControlEvent::kNone;
}

/// Whether `event` may follow `last`.
bool follows(ControlEvent last, ControlEvent event) {
  switch (event) {
    case ControlEvent::kRequest:
      return last == ControlEvent::kNone;
    case ControlEvent::kArbitrate:
    case ControlEvent::kIllegalMap:
      return last == ControlEvent::kRequest;
    case ControlEvent::kQuiesce:
      return last == ControlEvent::kArbitrate;
    case ControlEvent::kBreak:
    case ControlEvent::kDrainTimeout:
      return last == ControlEvent::kQuiesce;
    case ControlEvent::kProgram:
      return last == ControlEvent::kBreak;
    case ControlEvent::kSettle:
      return last == ControlEvent::kProgram;
    case ControlEvent::kRelock:
      return last == ControlEvent::kSettle;
    case ControlEvent::kRelockTimeout:
      return last == ControlEvent::kRelock;
    case ControlEvent::kVerify:
      return last == ControlEvent::kRelock || last == ControlEvent::kRelockTimeout;
    case ControlEvent::kActive:
      return last == ControlEvent::kVerify;
    default:
      return false;
  }
}

bool ends(ControlEvent event) {
  return event == ControlEvent::kActive || event == ControlEvent::kIllegalMap ||
         event == ControlEvent::kDrainTimeout;
}

}  // namespace

void ReportMonitor::reset() {
  last_ = ControlEvent::kNone;
  open_ = false;
  timer_.stop();
  last_in_ = before_last_ = systemc::ControllerInputs();
  refusals_.clear();
  offered_.reset();
  told_early_.reset();
}

void ReportMonitor::begin() {
  open_ = true;
  last_ = ControlEvent::kNone;
}

void ReportMonitor::commit_was_refused_busy(std::uint16_t epoch, std::uint64_t cycle,
                                            bool certain) {
  if (told_early_ == epoch) {
    told_early_.reset();
    return;
  }
  refusals_.push_back({epoch, cycle + kRefusalTold, certain});
}

void ReportMonitor::edge(std::uint64_t cycle, const systemc::ControllerInputs& in,
                         const systemc::ControllerOutputs& out) {
  if (out.cev_valid) {
    take(cycle, out);
  } else {
    board_.check(Rule::event_pins, out.cev_id == 0 && out.cev_arg == 0, [&] {
      return fmt::format("cev_id_o is {} and cev_arg_o {:#x} without cev_valid_o", out.cev_id,
                         out.cev_arg);
    });
  }
  if (!refusals_.empty() && cycle > refusals_.front().due) {
    const Refusal& late = refusals_.front();
    board_.check(Rule::event_busy, !late.certain, [&] {
      return fmt::format("the refused commit of epoch {} was not reported", late.epoch);
    });
    refusals_.pop_front();
  }
  timer_.edge(in.tick_1us);
  before_last_ = last_in_;
  last_in_ = in;
}

void ReportMonitor::take(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  const auto event = static_cast<ControlEvent>(out.cev_id);
  board_.happened(to_string(event), out.cev_arg);
  if (out.cev_id >= kFirstOwnEvent) return;
  if (event == ControlEvent::kCommitBusy) return watch_busy(out.cev_arg);
  watch_order(event);
  watch_argument(event, out.cev_arg);
  watch_pins(event, out);
  watch_timers(event, cycle);
  last_ = event;
  if (ends(event)) open_ = false;
}

void ReportMonitor::watch_order(ControlEvent event) {
  const bool known = of_sequence(event) && to_string(event) != "unknown";
  board_.check(Rule::event_order, known && open_ && follows(last_, event), [&] {
    if (!open_) return fmt::format("{} without a commit", to_string(event));
    return fmt::format("{} (id {}) after {}", to_string(event), static_cast<unsigned>(event),
                       to_string(last_));
  });
}

void ReportMonitor::expect(ControlEvent event, std::uint32_t found, std::uint32_t wanted,
                           const char* what) {
  board_.check(Rule::event_argument, found == wanted, [&] {
    return fmt::format("{} has argument {:#x}; {} is {:#x}", to_string(event), found, what, wanted);
  });
}

void ReportMonitor::watch_argument(ControlEvent event, std::uint32_t argument) {
  const CommitRecord& commit = sequence_.commit();
  switch (event) {
    case ControlEvent::kRequest:
    case ControlEvent::kActive:
      return expect(event, argument, commit.epoch, "the epoch");
    case ControlEvent::kArbitrate:
      return expect(event, argument, commit.affected, "the affected inputs");
    case ControlEvent::kIllegalMap:
      if (commit.legal()) {
        board_.check(Rule::illegal_refused, false, [&] {
          return fmt::format("the map of epoch {} is legal, and source {} is called at fault",
                             commit.epoch, argument);
        });
        return;
      }
      return expect(event, argument, *commit.illegal_source, "the first source at fault");
    case ControlEvent::kQuiesce:
      return expect(event, argument, commit.acknowledge, "the inputs that have to acknowledge");
    case ControlEvent::kDrainTimeout: {
      // Decided by the levels of the last edge, or of the one before in a slower controller.
      const std::uint32_t now = commit.acknowledge & ~last_in_.drain_ack;
      const std::uint32_t before = commit.acknowledge & ~before_last_.drain_ack;
      return expect(event, argument, argument == before ? before : now,
                    "the inputs that did not acknowledge");
    }
    case ControlEvent::kBreak:
      return expect(event, argument, commit.broken, "the broken outputs");
    case ControlEvent::kProgram:
      return expect(event, argument, commit.num_act, "NUM_ACT");
    case ControlEvent::kSettle:
      return expect(event, argument, dacs_.sent(), "the number of codes sent");
    case ControlEvent::kRelock:
      return expect(event, argument, commit.relock, "the outputs waited for");
    case ControlEvent::kRelockTimeout:
    case ControlEvent::kVerify: {
      const auto bad = [&](const systemc::ControllerInputs& in) {
        const std::uint32_t missing = in.los | ~in.cdr_lock;
        return commit.relock & (event == ControlEvent::kVerify ? missing | in.fec_deg : missing);
      };
      return expect(event, argument, argument == bad(before_last_) ? argument : bad(last_in_),
                    "the outputs that miss something");
    }
    default:
      return;
  }
}

void ReportMonitor::watch_pins(ControlEvent event, const systemc::ControllerOutputs& out) {
  const CommitRecord& commit = sequence_.commit();
  const auto pins = [&](bool holds, const char* what) {
    board_.check(Rule::event_pins, holds,
                 [&] { return fmt::format("at {}, {}", to_string(event), what); });
  };
  switch (event) {
    case ControlEvent::kQuiesce:
      return pins(out.drain_req == commit.affected, "drain_req_o is not the affected inputs");
    case ControlEvent::kBreak:
      return pins((commit.broken & ~out.rx_mask) == 0, "rx_mask_o lacks broken outputs");
    case ControlEvent::kSettle:
      return pins(out.ldac, "ldac_o is low");
    case ControlEvent::kDrainTimeout:
      return pins(out.drain_req == 0, "drain_req_o is high");
    case ControlEvent::kRelockTimeout:
      board_.check(Rule::isolation, !groups_.isolate || (out.isolate & out.cev_arg) == out.cev_arg,
                   [&] {
                     return fmt::format("relock_timeout names outputs {}; isolate_o is {}",
                                        ports_text(out.cev_arg), ports_text(out.isolate));
                   });
      return;
    case ControlEvent::kActive:
      return pins(!groups_.decision || out.gnt_valid, "gnt_valid_o is low");
    default:
      return;
  }
}

void ReportMonitor::watch_timers(ControlEvent event, std::uint64_t cycle) {
  const CommitRecord& commit = sequence_.commit();
  if (event == ControlEvent::kRelock || event == ControlEvent::kDrainTimeout ||
      event == ControlEvent::kRelockTimeout) {
    // One cycle more than the timer's count: K = 0 is a wait of one cycle.
    board_.check(Rule::event_timer, timer_.may_be_over(cycle - 1), [&] {
      return fmt::format("{} comes {} {} after {}, whose timer is {}", to_string(event),
                         timer_.passed(cycle), timer_.unit(), to_string(last_), timer_.wanted());
    });
  }
  if (event == ControlEvent::kQuiesce) timer_.start(commit.t_drain_max, cycle);
  if (event == ControlEvent::kSettle) timer_.start(commit.t_settle, cycle);
  if (event == ControlEvent::kRelock) timer_.start(commit.t_relock_max, cycle);
}

void ReportMonitor::watch_busy(std::uint32_t argument) {
  while (!refusals_.empty() && !refusals_.front().certain && refusals_.front().epoch != argument) {
    refusals_.pop_front();
  }
  if (refusals_.empty() && offered_ == argument) {
    told_early_ = offered_;
    return;
  }
  const bool due = !refusals_.empty() && refusals_.front().epoch == argument;
  board_.check(Rule::event_busy, due, [&] {
    return refusals_.empty()
               ? fmt::format("commit_busy for epoch {}, and no commit was refused", argument)
               : fmt::format("commit_busy for epoch {}; refused was {}", argument,
                             refusals_.front().epoch);
  });
  if (!refusals_.empty()) refusals_.pop_front();
}

}  // namespace heliograph::testbenches
