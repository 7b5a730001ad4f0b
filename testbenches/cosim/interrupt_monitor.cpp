// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/interrupt_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

/// Cycles until a refused commit must have been recorded, and until irq_o must follow its bits.
constexpr std::uint64_t kRecording = 8;
constexpr std::uint64_t kFollowing = 2;

constexpr std::uint32_t kIrqOfSequence =
    reg::kIrqDone | reg::kIrqIllegalMap | reg::kIrqDrainTimeout | reg::kIrqRelockTimeout;

}  // namespace

void InterruptMonitor::reset() {
  must_ = may_ = under_way_ = 0;
  set_at_.fill(0);
  busy_due_.reset();
  changed_at_ = 0;
}

void InterruptMonitor::set(std::uint32_t bits, std::uint64_t cycle) {
  must_ |= bits;
  may_ |= bits;
  changed_at_ = cycle;
  for (unsigned bit = 0; bit < set_at_.size(); ++bit) {
    if ((bits >> bit & 1U) != 0) set_at_[bit] = cycle;
  }
}

void InterruptMonitor::write_accepted(const BusWrite& write) {
  if (write.address == reg::kIrqTest) may_ |= write.data & write.mask() & reg::kIrqAll;
  if (write.address == reg::kIrqTest || write.address == reg::kIrqState) {
    changed_at_ = write.accepted;
  }
}

void InterruptMonitor::write_answered(const BusWrite& write) {
  const std::uint32_t ones = write.data & write.mask() & reg::kIrqAll;
  if (write.address == reg::kIrqTest && write.okay()) set(ones, write.answered);
  if (write.address == reg::kIrqEnable) changed_at_ = write.answered;
  if (write.address != reg::kIrqState || !write.okay()) return;
  changed_at_ = write.answered;
  must_ &= ~ones;
  if (busy_due_ && (ones & reg::kIrqCommitBusy) != 0) busy_due_.reset();
  // What was seen after the write could execute, and before its response, came first or second.
  for (unsigned bit = 0; bit < set_at_.size(); ++bit) {
    const std::uint32_t mask = std::uint32_t{1} << bit;
    if ((ones & mask) == 0) continue;
    const bool unclear = set_at_[bit] > write.accepted || (under_way_ & mask) != 0;
    if (!unclear) may_ &= ~mask;
  }
  board_.exercised(Rule::interrupt_kept);
}

void InterruptMonitor::commit_was_refused_busy(std::uint64_t cycle, bool certain) {
  may_ |= reg::kIrqCommitBusy;
  set_at_[4] = cycle + kRecording;
  if (certain) busy_due_ = cycle + kRecording;
  changed_at_ = cycle;
}

void InterruptMonitor::may_report(std::uint64_t cycle) {
  under_way_ = kIrqOfSequence;
  changed_at_ = cycle;
}

void InterruptMonitor::ended(Outcome outcome, std::uint64_t cycle) {
  under_way_ = 0;
  changed_at_ = cycle;
  switch (outcome) {
    case Outcome::active:
      return set(reg::kIrqDone, cycle);
    case Outcome::relock_timeout:
      // The time-out itself was some cycles ago, and may have been cleared since.
      may_ |= reg::kIrqRelockTimeout;
      return set(reg::kIrqDone, cycle);
    case Outcome::drain_timeout:
      return set(reg::kIrqDrainTimeout, cycle);
    case Outcome::illegal:
      if (groups_.report) return set(reg::kIrqIllegalMap, cycle);
      may_ |= reg::kIrqIllegalMap;
      return;
    case Outcome::lost:
      may_ |= kIrqOfSequence;
      return;
  }
}

void InterruptMonitor::read_answered(const BusRead& read) {
  if (!read.okay() || under_way_ != 0 || busy_due_ || changed_at_ >= read.accepted) return;
  board_.check(Rule::interrupt_kept, (must_ & ~read.data) == 0, [&] {
    return fmt::format("IRQ_STATE reads {:#x} and lacks {:#x}, which was set and not cleared since",
                       read.data, must_ & ~read.data);
  });
  board_.check(Rule::interrupt_kept, (read.data & reg::kIrqAll & ~may_) == 0, [&] {
    return fmt::format("IRQ_STATE reads {:#x}; nothing has set {:#x}", read.data,
                       read.data & ~may_);
  });
  must_ = may_ = read.data & reg::kIrqAll;
}

void InterruptMonitor::edge(std::uint64_t cycle, const systemc::ControllerOutputs& out,
                            bool write_in_flight) {
  if (busy_due_ && cycle >= *busy_due_) {
    busy_due_.reset();
    set(reg::kIrqCommitBusy, cycle);
  }
  if (!groups_.interrupt || write_in_flight || cycle <= changed_at_ + kFollowing) return;
  const std::uint32_t possible = (may_ | under_way_) & view_.irq_enable;
  if ((must_ & view_.irq_enable) != 0) {
    board_.check(Rule::interrupt_level, out.irq, [&] {
      return fmt::format("irq_o is low; IRQ_STATE has {:#x}, IRQ_ENABLE {:#x}", must_,
                         view_.irq_enable);
    });
  } else if (possible == 0) {
    board_.check(Rule::interrupt_level, !out.irq, [&] {
      return fmt::format("irq_o is high; IRQ_STATE has at the most {:#x}, IRQ_ENABLE is {:#x}",
                         may_ | under_way_, view_.irq_enable);
    });
  }
}

}  // namespace heliograph::testbenches
