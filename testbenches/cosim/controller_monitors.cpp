// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/controller_monitors.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

/// Edges after its answer at which a read is judged.
constexpr std::uint64_t kReadJudgedAfter = 2;
constexpr std::uint32_t kEpochBits = 0xFFFF;

}  // namespace

ControllerMonitors::ControllerMonitors(Scoreboard& board, unsigned ports, unsigned max_actuators,
                                       DeviceGroups groups, unsigned bound)
    : board_(board),
      groups_(groups),
      view_(ports, max_actuators),
      dacs_(board, view_),
      sequence_(board, view_, dacs_, groups),
      interrupts_(board, view_, groups),
      report_(board, sequence_, dacs_, groups),
      bus_(board, *this, bound) {}

void ControllerMonitors::reset() {
  view_.reset();
  dacs_.reset();
  sequence_.reset();
  interrupts_.reset();
  report_.reset();
  bus_.reset();
  first_edge_ = true;
  begun_ = sequence_.begun();
  changed_at_ = 0;
  sent_ = 0;
  acceptances_.clear();
  reads_.clear();
}

void ControllerMonitors::edge(std::uint64_t cycle, const systemc::ControllerInputs& driven,
                              const systemc::ControllerOutputs& out) {
  systemc::ControllerInputs in = driven;
  if (!groups_.fec) in.fec_deg = 0;  // nobody sees it
  board_.at(cycle);
  tally_ = BusTally();
  if (first_edge_) watch_reset(out);
  first_edge_ = false;
  bus_.edge(cycle, in.axil, out.axil);
  sequence_.edge(cycle, in, out);
  note_begin();
  dacs_.edge(in, out);
  if (dacs_.sent() != sent_) changed_at_ = cycle;
  sent_ = dacs_.sent();
  if (groups_.report) report_.edge(cycle, in, out);
  if (sequence_.ended()) {
    interrupts_.ended(*sequence_.ended(), cycle);
    changed_at_ = cycle;
  }
  interrupts_.edge(cycle, out, bus_.write_in_flight());
  look_at_reads(cycle, in);
}

void ControllerMonitors::watch_reset(const systemc::ControllerOutputs& out) {
  const bool quiet = out.drain_req == 0 && !out.dac_valid && !out.ldac && !out.axil.bvalid &&
                     !out.axil.rvalid && (!groups_.report || !out.cev_valid) &&
                     (!groups_.isolate || out.isolate == 0) && (!groups_.interrupt || !out.irq);
  const bool dark = out.rx_mask == all_ports(view_.ports);
  const bool ungranted = !groups_.decision || (!out.gnt_valid && out.gnt_epoch == 0 &&
                                               out.gnt == systemc::GrantMatrix{});
  board_.check(Rule::reset_pins, quiet && dark && ungranted, [&] {
    return fmt::format(
        "after reset: rx_mask_o {:#x}, drain_req_o {:#x}, dac_valid_o {}, ldac_o {}, "
        "bvalid {}, rvalid {}, cev_valid_o {}, isolate_o {:#x}, irq_o {}, "
        "gnt_valid_o {}, gnt_epoch_o {}",
        out.rx_mask, out.drain_req, out.dac_valid, out.ldac, out.axil.bvalid, out.axil.rvalid,
        out.cev_valid, out.isolate, out.irq, out.gnt_valid, out.gnt_epoch);
  });
}

void ControllerMonitors::note_begin() {
  if (sequence_.begun() == begun_) return;
  begun_ = sequence_.begun();
  report_.begin();
  interrupts_.may_report(board_.cycle());
  changed_at_ = board_.cycle();
  sent_ = dacs_.sent();
}

void ControllerMonitors::write_accepted(const BusWrite& write) {
  acceptances_.push_back({view_.busy, sequence_.begun()});
  changed_at_ = write.accepted;
  interrupts_.write_accepted(write);
  if (write.address != reg::kCommit) return;
  const auto epoch = static_cast<std::uint16_t>(write.data);
  // Also while one runs: behind a bridge it may come when that one is over.
  sequence_.commit_offered(epoch);
  report_.commit_offered(epoch);
}

void ControllerMonitors::write_answered(const BusWrite& write) {
  changed_at_ = write.answered;
  const bool commit = write.address == reg::kCommit;
  const bool locked = view_.locked(write.address);
  tally_.commit |= commit && write.okay();
  tally_.commit_refused |= commit && !write.okay();
  tally_.write |= !commit && write.okay();
  tally_.locked_refused |= locked && !write.okay();
  tally_.error |= !commit && !locked && !write.okay();
  if (commit) {
    answer_commit(write);
  } else {
    if (view_.locked(write.address)) watch_locked(write);
    if (write.okay()) view_.apply(write);
    interrupts_.write_answered(write);
  }
  if (!acceptances_.empty()) acceptances_.pop_front();
}

void ControllerMonitors::watch_locked(const BusWrite& write) {
  const Acceptance before = acceptances_.empty() ? Acceptance{} : acceptances_.front();
  const bool busy =
      before.busy == Busy::yes && view_.busy == Busy::yes && before.begun == sequence_.begun();
  if (busy) {
    board_.check(Rule::reg_locked, !write.okay(), [&] {
      return fmt::format("a write to {:#06x} was taken while epoch {} is in phase {}",
                         write.address, sequence_.commit().epoch, to_string(sequence_.phase()));
    });
  }
  const bool too_many =
      write.address == reg::kNumAct && write.merged(view_.num_act) > view_.max_actuators;
  if (before.busy == Busy::no && view_.busy == Busy::no && !too_many) {
    board_.check(Rule::reg_locked, write.okay(), [&] {
      return fmt::format("a write to {:#06x} was refused while the controller is idle",
                         write.address);
    });
  }
}

void ControllerMonitors::answer_commit(const BusWrite& write) {
  const Acceptance before = acceptances_.empty() ? Acceptance{} : acceptances_.front();
  const auto epoch = static_cast<std::uint16_t>(write.data);
  const bool whole = (write.mask() & kEpochBits) == kEpochBits;
  const bool busy =
      before.busy == Busy::yes && view_.busy == Busy::yes && before.begun == sequence_.begun();
  const bool idle = view_.busy == Busy::no || sequence_.begun_by_offer();
  const bool must_refuse = !view_.enable || !whole || busy;
  if (must_refuse) {
    board_.check(Rule::commit_refused, !write.okay(), [&] {
      return fmt::format("the commit of epoch {} was taken; {}", epoch,
                         busy           ? "a reconfiguration runs"
                         : view_.enable ? "a byte of the epoch is not strobed"
                                        : "ENABLE is 0");
    });
  } else if (idle) {
    board_.check(Rule::commit_refused, write.okay(), [&] {
      return fmt::format("the commit of epoch {} was refused; the controller is enabled and idle",
                         epoch);
    });
  }
  if (!write.okay() && !idle) {
    const bool certain = busy || (view_.enable && whole);
    interrupts_.commit_was_refused_busy(write.answered, certain);
    report_.commit_was_refused_busy(epoch, write.answered, certain);
  }
  report_.commit_answered();
  sequence_.commit_answered(epoch, write.okay() && !busy, write.answered);
  note_begin();
}

void ControllerMonitors::read_accepted(const BusRead& read) {
  PendingRead pending;
  pending.read = read;
  pending.always.los = pending.always.cdr_lock = pending.always.fec_deg = ~std::uint32_t{0};
  reads_.push_back(pending);
}

void ControllerMonitors::read_answered(const BusRead& read) {
  tally_.read |= read.okay();
  tally_.error |= !read.okay();
  for (PendingRead& pending : reads_) {
    if (pending.answered) continue;
    pending.read = read;
    return;
  }
}

void ControllerMonitors::look_at_reads(std::uint64_t cycle, const systemc::ControllerInputs& in) {
  for (PendingRead& pending : reads_) {
    if (pending.answered) continue;
    pending.ever.los |= in.los;
    pending.ever.cdr_lock |= in.cdr_lock;
    pending.ever.fec_deg |= in.fec_deg;
    pending.always.los &= in.los;
    pending.always.cdr_lock &= in.cdr_lock;
    pending.always.fec_deg &= in.fec_deg;
    pending.answered = pending.read.answered != 0;
  }
  while (!reads_.empty() && reads_.front().answered &&
         cycle >= reads_.front().read.answered + kReadJudgedAfter) {
    judge_read(reads_.front());
    reads_.pop_front();
  }
}

void ControllerMonitors::judge_read(const PendingRead& pending) {
  const BusRead& read = pending.read;
  const bool quiet = changed_at_ < read.accepted && !bus_.write_in_flight();
  if (!read.okay()) return;
  if (read.address == reg::kStatus) return judge_status(read, quiet);
  if (read.address == reg::kIrqState) {
    if (quiet) interrupts_.read_answered(read);
    return;
  }
  if (read.address == reg::kPortLos || read.address == reg::kPortCdrLock ||
      read.address == reg::kPortFecDeg) {
    return judge_port(pending);
  }
  if (!quiet) return;
  std::optional<ControllerView::Expected> expected = view_.expected(read.address);
  if (read.address == reg::kPortIsolate && sequence_.phase() == Phase::none) {
    expected = ControllerView::Expected{view_.isolated};
  }
  if (!expected) return;
  board_.check(Rule::reg_value, ((read.data ^ expected->value) & expected->mask) == 0, [&] {
    return fmt::format("{:#06x} reads {:#x}; it should read {:#x}", read.address, read.data,
                       expected->value);
  });
}

void ControllerMonitors::judge_status(const BusRead& read, bool quiet) {
  const bool says_busy = (read.data & reg::kStatusBusy) != 0;
  const std::uint32_t state = read.data & reg::kStatusStateMask;
  board_.check(Rule::reg_value, says_busy == (state != 0), [&] {
    return fmt::format("STATUS reads {:#x}: STATE is {} and BUSY {}", read.data, state,
                       says_busy ? 1 : 0);
  });
  if (!says_busy) {
    const std::uint64_t ended = sequence_.reconfigurations();
    sequence_.idle_was_read(read.accepted);
    // An end that no pin shows.
    if (sequence_.reconfigurations() != ended && sequence_.ended()) {
      interrupts_.ended(*sequence_.ended(), board_.cycle());
      changed_at_ = board_.cycle();
    }
    return;
  }
  if (quiet && view_.busy == Busy::no) {
    board_.check(Rule::reg_value, false,
                 [&] { return fmt::format("STATUS reads {:#x}, and nothing runs", read.data); });
  }
}

void ControllerMonitors::judge_port(const PendingRead& pending) {
  const auto pick = [&](const systemc::ControllerInputs& levels) {
    if (pending.read.address == reg::kPortLos) return levels.los;
    if (pending.read.address == reg::kPortCdrLock) return levels.cdr_lock;
    return levels.fec_deg;
  };
  const std::uint32_t ports = all_ports(view_.ports);
  const std::uint32_t ever = pick(pending.ever) & ports;
  const std::uint32_t always = pick(pending.always) & ports;
  const std::uint32_t data = pending.read.data;
  board_.check(Rule::reg_value, (data & ~ever) == 0 && (always & ~data) == 0, [&] {
    return fmt::format("{:#06x} reads {:#x}; the pins were {:#x} to {:#x}", pending.read.address,
                       data, always, ever);
  });
}

}  // namespace heliograph::testbenches
