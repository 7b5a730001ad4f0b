// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/decision_monitor.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

/// Cycles that one decision may take: some a port, for schedulers that look at a row, a diagonal or
/// an iteration at a time.
constexpr std::uint64_t kCyclesAPort = 16;
constexpr std::uint64_t kCyclesBeside = 64;
constexpr std::uint64_t kLeastForFairness = 8;  // decisions a pair, on average

bool pair_bit(const systemc::GrantMatrix& matrix, unsigned pair) {
  return (matrix[pair / 32] >> pair % 32 & 1U) != 0;
}

bool nothing_in(const systemc::GrantMatrix& matrix) {
  return std::all_of(matrix.begin(), matrix.end(), [](std::uint32_t word) { return word == 0; });
}

}  // namespace

DecisionMonitor::DecisionMonitor(Scoreboard& board, unsigned ports, unsigned bound,
                                 std::optional<SlotRules> slots, SchedulerPins pins)
    : board_(board),
      ports_(ports),
      bound_(bound != 0 ? bound : ports * ports + (ports - 1) * (ports - 1)),
      slots_(slots),
      pins_(pins),
      waited_(std::size_t{ports} * ports),
      served_(std::size_t{ports} * ports) {}

void DecisionMonitor::reset() {
  first_ = true;
  pending_ = any_decision_ = full_load_ = stuck_ = false;
  requested_ = grants_ = systemc::GrantMatrix{};
  std::fill(waited_.begin(), waited_.end(), 0U);
  idle_since_ = 0;
  last_ = systemc::SchedulerOutputs();
  slot_since_.reset();
  slot_.reset();
}

void DecisionMonitor::edge(std::uint64_t cycle, const systemc::SchedulerInputs& in,
                           const systemc::SchedulerOutputs& out) {
  board_.at(cycle);
  if (out.gnt_valid || slots_) watch_matching(out);
  if (slots_) {
    watch_slots(cycle, out);
    last_ = out;
    return;
  }
  // A scheduler without registers grants in the very cycle of the request.
  note_requests(in);
  if (pending_) {
    const bool same = out.gnt_valid && out.gnt == grants_ && out.gnt_epoch == epoch_;
    board_.check(Rule::schedule_stable, same, [&] {
      return out.gnt_valid ? fmt::format(
                                 "gnt_o or gnt_epoch_o ({}, was {}) changed before "
                                 "gnt_ready_i came",
                                 out.gnt_epoch, epoch_)
                           : std::string("gnt_valid_o fell before gnt_ready_i came");
    });
    pending_ = out.gnt_valid;
  } else if (out.gnt_valid) {
    begin_decision(out);
  }
  if (out.gnt_valid && in.gnt_ready) take_decision(in, out);
  pending_ = out.gnt_valid && !in.gnt_ready;
  grants_ = out.gnt;
  epoch_ = out.gnt_epoch;
  note_requests(in);  // also if those of before were forgotten with a decision that was taken
  watch_progress(cycle, in, out);
  first_ = false;
}

void DecisionMonitor::note_requests(const systemc::SchedulerInputs& in) {
  for (std::size_t word = 0; word < requested_.size(); ++word) requested_[word] |= in.req[word];
}

void DecisionMonitor::watch_matching(const systemc::SchedulerOutputs& out) {
  std::uint32_t outputs = 0;
  std::optional<unsigned> twice;
  for (unsigned src = 0; src < ports_ && !twice; ++src) {
    bool row = false;
    for (unsigned dst = 0; dst < ports_; ++dst) {
      if (!pair_bit(out.gnt, src * ports_ + dst)) continue;
      if (row || (outputs >> dst & 1U) != 0) twice = src;
      row = true;
      outputs |= std::uint32_t{1} << dst;
    }
  }
  board_.check(Rule::schedule_matching, !twice, [&] {
    return fmt::format("a decision grants input {} an output twice over, or one that has another",
                       *twice);
  });
}

void DecisionMonitor::begin_decision(const systemc::SchedulerOutputs& out) {
  board_.happened("decision, epoch", out.gnt_epoch);
  std::optional<unsigned> stray;
  for (unsigned pair = 0; pair < ports_ * ports_ && !stray; ++pair) {
    if (pair_bit(out.gnt, pair) && !pair_bit(requested_, pair)) stray = pair;
  }
  board_.check(Rule::schedule_requested, !stray, [&] {
    return fmt::format("{}->{} is granted, and was not requested since the last decision was taken",
                       *stray / ports_, *stray % ports_);
  });
  board_.check(Rule::schedule_requested, !nothing_in(out.gnt),
               [] { return std::string("a decision grants nothing"); });
  if (any_decision_ && pins_.epoch_bits != 0) {
    const std::uint32_t epochs = std::uint32_t{1} << pins_.epoch_bits;
    const std::uint32_t next = (std::uint32_t{epoch_} + 1) % epochs;
    board_.check(Rule::schedule_epoch, out.gnt_epoch == next, [&] {
      return fmt::format("gnt_epoch_o goes from {} to {}", epoch_, out.gnt_epoch);
    });
  }
  any_decision_ = true;
}

void DecisionMonitor::take_decision(const systemc::SchedulerInputs& in,
                                    const systemc::SchedulerOutputs& out) {
  ++decisions_;
  requested_ = systemc::GrantMatrix{};
  for (unsigned pair = 0; pair < ports_ * ports_; ++pair) {
    if (pair_bit(out.gnt, pair)) {
      waited_[pair] = 0;
      if (full_load_) ++served_[pair];
    } else if (pair_bit(in.req, pair)) {
      ++waited_[pair];
      board_.check(Rule::schedule_bound, waited_[pair] <= bound_, [&] {
        return fmt::format("{}->{} waits for {} decisions; the bound is {}", pair / ports_,
                           pair % ports_, waited_[pair], bound_);
      });
    }
  }
}

void DecisionMonitor::watch_progress(std::uint64_t cycle, const systemc::SchedulerInputs& in,
                                     const systemc::SchedulerOutputs& out) {
  for (unsigned pair = 0; pair < ports_ * ports_; ++pair) {
    if (!pair_bit(in.req, pair)) waited_[pair] = 0;
  }
  if (nothing_in(in.req) || out.gnt_valid || first_) idle_since_ = cycle;
  const std::uint64_t most = kCyclesAPort * ports_ + kCyclesBeside;
  if (stuck_ || cycle - idle_since_ <= most) return;
  stuck_ = true;
  board_.exercised(Rule::schedule_bound);
  board_.broken(Rule::schedule_bound,
                fmt::format("requests are up for {} cycles, and nothing is decided", most));
}

void DecisionMonitor::begin_full_load() {
  full_load_ = true;
  std::fill(served_.begin(), served_.end(), std::uint64_t{0});
}

void DecisionMonitor::end_full_load() {
  full_load_ = false;
  std::uint64_t all = 0;
  for (const std::uint64_t times : served_) all += times;
  const std::uint64_t pairs = served_.size();
  if (all < kLeastForFairness * pairs) return;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    board_.check(Rule::schedule_fair, 2 * served_[pair] * pairs >= all, [&] {
      return fmt::format("under full load {}->{} is granted {} times; the mean is {:.1f}",
                         pair / ports_, pair % ports_, served_[pair],
                         static_cast<double>(all) / static_cast<double>(pairs));
    });
  }
}

void DecisionMonitor::watch_slots(std::uint64_t cycle, const systemc::SchedulerOutputs& out) {
  if (out.slot_start) {
    board_.happened("slot", out.slot_idx);
    ++decisions_;
    const unsigned next = slot_ ? (*slot_ + 1) % slots_->slots : out.slot_idx;
    board_.check(Rule::slot_order, out.slot_idx < slots_->slots && out.slot_idx == next, [&] {
      return fmt::format("slot {} follows slot {} of {}", out.slot_idx, slot_ ? *slot_ : 0,
                         slots_->slots);
    });
    if (slot_since_ && slots_->length != 0) {
      board_.check(Rule::slot_length, cycle - *slot_since_ == slots_->length, [&] {
        return fmt::format("a slot lasts {} cycles; it should last {}", cycle - *slot_since_,
                           slots_->length);
      });
    }
    slot_ = out.slot_idx;
    slot_since_ = cycle;
  } else if (slot_) {
    board_.check(Rule::slot_order, out.slot_idx == *slot_, [&] {
      return fmt::format("slot_idx goes from {} to {} without slot_start", *slot_, out.slot_idx);
    });
    if (slots_->length != 0 && cycle - *slot_since_ > 2ULL * slots_->length) stuck_ = true;
  }
  if (slot_since_ && cycle - *slot_since_ < slots_->guard) {
    board_.check(Rule::slot_guard, !out.slot_active, [&] {
      return fmt::format("slot_active is high {} cycles after slot_start; the guard lasts {}",
                         cycle - *slot_since_, slots_->guard);
    });
  }
  if (!first_ && out.gnt != last_.gnt) {
    // At the border of the guard they may come and go with the light.
    board_.check(Rule::slot_guard, !out.slot_active || !last_.slot_active, [&] {
      return fmt::format("the grants change in slot {} while light may pass", out.slot_idx);
    });
  }
  if (stuck_) {
    board_.exercised(Rule::slot_length);
    board_.broken(Rule::slot_length, "no slot_start for more than two slots");
  }
  first_ = false;
}

}  // namespace heliograph::testbenches
