// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <functional>
#include <memory>

#include "testbenches/cosim/judge.hpp"

namespace heliograph::testbenches::test {
namespace {

using systemc::GrantMatrix;
using systemc::SchedulerInputs;
using systemc::SchedulerOutputs;

constexpr unsigned kPorts = 4;

bool get(const GrantMatrix& matrix, unsigned src, unsigned dst) {
  const unsigned at = src * kPorts + dst;
  return (matrix[at / 32] >> at % 32 & 1U) != 0;
}
void put(GrantMatrix& matrix, unsigned src, unsigned dst) {
  const unsigned at = src * kPorts + dst;
  matrix[at / 32] |= std::uint32_t{1} << at % 32;
}

/// A diagonal at a time, first the one whose turn it is: a maximal matching, fair in N decisions.
/// Its faults can be switched on.
class Diagonals : public systemc::SchedulerCore {
 public:
  struct Faults {
    bool no_turns = false;  // always begins with the same diagonal
    bool two_in_a_column = false;
    bool grants_unasked = false;
    bool withdraws = false;  // while the decision waits
    bool counts_by_two = false;
    bool sleeps = false;
    bool favourite = false;  // often the same diagonal first
  };
  explicit Diagonals(const Faults& faults) : faults_(faults) {}

  [[nodiscard]] unsigned ports() const override { return kPorts; }
  void reset() override {
    state_ = SchedulerOutputs();
    turn_ = decisions_ = 0;
  }
  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override {
    shown_ = state_;
    if (shown_.gnt_valid && inputs.gnt_ready) {
      state_.gnt_valid = false;
      state_.gnt = GrantMatrix{};
      if (!faults_.no_turns) turn_ = (turn_ + 1) % kPorts;
      ++decisions_;
    } else if (!shown_.gnt_valid && !faults_.sleeps) {
      decide(inputs.req);
    } else if (faults_.withdraws && shown_.gnt_valid) {
      state_.gnt_valid = false;
    }
    return shown_;
  }

 private:
  void decide(const GrantMatrix& requests) {
    GrantMatrix grants{};
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    const bool favoured = faults_.favourite && decisions_ % 8 != 7;
    for (unsigned step = 0; step < kPorts; ++step) {
      const unsigned diagonal = ((favoured ? 0 : turn_) + step) % kPorts;
      for (unsigned src = 0; src < kPorts; ++src) {
        const unsigned dst = (src + diagonal) % kPorts;
        const bool asked = get(requests, src, dst) || (faults_.grants_unasked && step == 0);
        if (!asked || (rows >> src & 1U) != 0) continue;
        if ((columns >> dst & 1U) != 0 && !faults_.two_in_a_column) continue;
        put(grants, src, dst);
        rows |= 1U << src;
        columns |= 1U << dst;
      }
    }
    if (rows == 0) return;
    state_.gnt = grants;
    state_.gnt_valid = true;
    state_.gnt_epoch =
        static_cast<std::uint16_t>(state_.gnt_epoch + (faults_.counts_by_two ? 2 : 1));
  }

  const Faults faults_;
  SchedulerOutputs state_;
  SchedulerOutputs shown_;
  unsigned turn_ = 0;
  unsigned decisions_ = 0;
};

CosimReport judged(const Diagonals::Faults& faults) {
  CosimOptions options;
  options.device = "diagonals";
  options.decisions = 600;
  return judge_scheduler(options, [faults](std::uint64_t /*initial_state*/) {
    return std::make_unique<Diagonals>(faults);
  });
}

TEST_CASE("a fair scheduler is accepted and wrong ones are rejected by their rule") {
  const CosimReport right = judged({});
  INFO(cosim_text(right));
  CHECK(right.verdict() == DeviceVerdict::accepted);
  CHECK(right.not_exercised().empty());
  CHECK(right.decisions > 1000);

  const std::vector<std::pair<Rule, std::function<void(Diagonals::Faults&)>>> wrong{
      {Rule::schedule_bound, [](Diagonals::Faults& faults) { faults.no_turns = true; }},
      {Rule::schedule_matching, [](Diagonals::Faults& faults) { faults.two_in_a_column = true; }},
      {Rule::schedule_requested, [](Diagonals::Faults& faults) { faults.grants_unasked = true; }},
      {Rule::schedule_stable, [](Diagonals::Faults& faults) { faults.withdraws = true; }},
      {Rule::schedule_epoch, [](Diagonals::Faults& faults) { faults.counts_by_two = true; }},
      {Rule::schedule_bound, [](Diagonals::Faults& faults) { faults.sleeps = true; }},
      {Rule::schedule_fair, [](Diagonals::Faults& faults) { faults.favourite = true; }},
  };
  for (const auto& [rule, break_it] : wrong) {
    CAPTURE(to_string(rule));
    Diagonals::Faults faults;
    break_it(faults);
    const CosimReport report = judged(faults);
    CHECK(report.verdict() == DeviceVerdict::rejected);
    CHECK(report.broke(rule));
  }
}

/// A rotor of kPorts slots with a guard at the start of each.
class Rotor : public systemc::SchedulerCore {
 public:
  Rotor(unsigned length, unsigned guard, bool late_change)
      : length_(length), guard_(guard), late_change_(late_change) {}

  [[nodiscard]] unsigned ports() const override { return kPorts; }
  void reset() override { time_ = 0; }
  const SchedulerOutputs& cycle(const SchedulerInputs& /*inputs*/) override {
    const unsigned within = time_ % length_;
    const unsigned slot = time_ / length_ % kPorts;
    out_ = SchedulerOutputs();
    out_.slot_start = within == 0;
    out_.slot_idx = static_cast<std::uint16_t>(slot);
    out_.slot_active = within >= guard_;
    const bool old = late_change_ && within < guard_ + 1;
    for (unsigned src = 0; src < kPorts; ++src) {
      put(out_.gnt, src, (src + slot + (old ? kPorts - 1 : 0)) % kPorts);
    }
    ++time_;
    return out_;
  }

 private:
  const unsigned length_;
  const unsigned guard_;
  const bool late_change_;
  unsigned time_ = 0;
  SchedulerOutputs out_;
};

TEST_CASE("slots follow each other, last as long as they should and begin in the dark") {
  CosimOptions options;
  options.device = "rotor";
  options.slots = SlotRules{kPorts, 40, 10};
  const auto judge = [&](unsigned length, unsigned guard, bool late_change) {
    return judge_scheduler(options, [=](std::uint64_t /*initial_state*/) {
      return std::make_unique<Rotor>(length, guard, late_change);
    });
  };
  const CosimReport right = judge(40, 10, false);
  INFO(cosim_text(right));
  CHECK(right.verdict() == DeviceVerdict::accepted);
  CHECK(right.not_exercised().empty());
  CHECK(judge(41, 10, false).broke(Rule::slot_length));
  CHECK(judge(40, 9, false).broke(Rule::slot_guard));
  CHECK(judge(40, 10, true).broke(Rule::slot_guard));
  options.slots = SlotRules{kPorts - 1, 40, 10};
  CHECK(judge(40, 10, false).broke(Rule::slot_order));
}

}  // namespace
}  // namespace heliograph::testbenches::test
