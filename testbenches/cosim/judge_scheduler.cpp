// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "testbenches/cosim/bench_cases.hpp"
#include "testbenches/cosim/cycle_bench.hpp"
#include "testbenches/cosim/decision_monitor.hpp"
#include "testbenches/cosim/dice.hpp"
#include "testbenches/cosim/judge.hpp"

namespace heliograph::testbenches {

namespace {

/// The bench's clock has 1 GHz, for those who look at the precision time.
constexpr std::uint64_t kPeriod = 1000;
constexpr std::uint64_t kTickCycles = 1000;
constexpr unsigned kSlotRounds = 20;

/// A scheduler with requests before it and somebody who takes its decisions.
class SchedulerBench {
 public:
  SchedulerBench(Scoreboard& board, systemc::SchedulerCore& core, const CosimOptions& options)
      : board_(board),
        core_(core),
        monitor_(board, core.ports(), options.decision_bound, options.slots, options.scheduler),
        pins_(options.scheduler),
        dice_(options.seed) {
    core_.reset();
    monitor_.reset();
    if (options.scheduler_reference) {
      reference_ = options.scheduler_reference(0);
      reference_->reset();
    }
  }

  void step(bool taker_is_ready) {
    const bool ready = taker_is_ready || !pins_.handshake;
    in_.gnt_ready = ready;
    in_.tick_1us = cycle_ % kTickCycles == 0;
    in_.ptp_ts = cycle_ * kPeriod;
    board_.at(cycle_);
    systemc::SchedulerOutputs out;
    try {
      out = core_.cycle(in_);
    } catch (const std::exception& fault) {
      board_.broken(Rule::model_fault, fault.what());
      throw CaseOver();
    }
    compare(out);
    monitor_.edge(cycle_, in_, out);
    for (std::size_t word = 0; word < leaving_.size() && out.gnt_valid && ready; ++word) {
      in_.req[word] &= ~(leaving_[word] & out.gnt[word]);
      leaving_[word] &= ~out.gnt[word];
    }
    ++cycle_;
    if (monitor_.stuck()) throw CaseOver();
  }
  void request(unsigned pair, bool up) {
    const std::uint32_t bit = std::uint32_t{1} << pair % 32;
    std::uint32_t& word = in_.req[pair / 32];
    std::uint32_t& leaving = leaving_[pair / 32];
    leaving &= ~bit;
    if (up) {
      word |= bit;
    } else if (pins_.offers_stay) {
      leaving |= word & bit;
    } else {
      word &= ~bit;
    }
  }
  void request_all(bool up) {
    for (unsigned pair = 0; pair < pairs(); ++pair) request(pair, up);
  }
  /// Until so many more decisions were taken; a decision is taken in one cycle of `slow`.
  void decide(std::uint64_t decisions, unsigned slow) {
    const std::uint64_t goal = monitor_.decisions() + decisions;
    while (monitor_.decisions() < goal) step(dice_.one_in(slow));
  }

  [[nodiscard]] unsigned pairs() const { return core_.ports() * core_.ports(); }
  [[nodiscard]] DecisionMonitor& monitor() { return monitor_; }
  [[nodiscard]] Dice& dice() { return dice_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycle_; }

 private:
  void compare(const systemc::SchedulerOutputs& out) {
    if (!reference_) return;
    const systemc::SchedulerOutputs& expected = reference_->cycle(in_);
    const bool same = out.gnt_valid == expected.gnt_valid && out.gnt == expected.gnt &&
                      out.gnt_epoch == expected.gnt_epoch;
    board_.check(Rule::lockstep, same, [&] {
      return fmt::format(
          "gnt_valid_o {}, gnt_epoch_o {}, first word of gnt_o {:#x}; the "
          "reference has {}, {}, {:#x}",
          out.gnt_valid, out.gnt_epoch, out.gnt[0], expected.gnt_valid, expected.gnt_epoch,
          expected.gnt[0]);
    });
    if (!same) reference_.reset();  // what follows differs as well
  }

  Scoreboard& board_;
  systemc::SchedulerCore& core_;
  std::unique_ptr<systemc::SchedulerCore> reference_;
  DecisionMonitor monitor_;
  SchedulerPins pins_;
  systemc::GrantMatrix leaving_{};  // requests that go with their next grant
  Dice dice_;
  systemc::SchedulerInputs in_;
  std::uint64_t cycle_ = 1;
};

void single_pairs(SchedulerBench& bench, const CosimOptions& /*options*/) {
  for (unsigned pair = 0; pair < bench.pairs(); ++pair) {
    bench.request(pair, true);
    bench.decide(2, 1);
    bench.request(pair, false);
    for (unsigned i = 0; i < 8; ++i) bench.step(true);
  }
}

void full_load(SchedulerBench& bench, const CosimOptions& options) {
  bench.request_all(true);
  bench.decide(bench.pairs(), 1);  // whatever it begins with
  bench.monitor().begin_full_load();
  bench.decide(std::max<std::uint64_t>(options.decisions, 16ULL * bench.pairs()), 1);
  bench.monitor().end_full_load();
}

void slow_takers(SchedulerBench& bench, const CosimOptions& options) {
  bench.request_all(true);
  bench.decide(options.decisions / 4 + 1, 7);
}

/// Requests that come, stay until they are granted, and go; others that are withdrawn.
void random_requests(SchedulerBench& bench, const CosimOptions& options) {
  Dice& dice = bench.dice();
  for (std::uint64_t i = 0; i < options.decisions; ++i) {
    const unsigned density = 1 + dice.below(4);
    for (unsigned pair = 0; pair < bench.pairs(); ++pair) {
      if (dice.one_in(3)) bench.request(pair, dice.below(4) < density);
    }
    bench.request(dice.below(bench.pairs()), true);
    bench.decide(1, dice.one_in(3) ? 4 : 1);
  }
}

void slots(SchedulerBench& bench, const CosimOptions& options) {
  bench.request_all(true);
  bench.decide(std::uint64_t{kSlotRounds} * options.slots->slots, 1);
}

struct SchedulerCase {
  std::string name;
  std::function<void(SchedulerBench&, const CosimOptions&)> run;
};

std::vector<SchedulerCase> scheduler_cases(const CosimOptions& options) {
  if (options.slots) return {{"slots", slots}};
  std::vector<SchedulerCase> cases{{"single_pairs", single_pairs},
                                   {"full_load", full_load},
                                   {"random_requests", random_requests}};
  if (options.scheduler.handshake) cases.push_back({"slow_takers", slow_takers});
  return cases;
}

}  // namespace

CosimReport judge_scheduler(const CosimOptions& options, const SchedulerFactory& factory) {
  if (options.slots && options.slots->slots == 0) {
    throw std::invalid_argument("a scheduler with slots has at least one");
  }
  CosimReport report;
  report.device = options.device;
  report.again = options.again;
  report.seed = options.seed;
  for (std::size_t i = 0; i < kRules; ++i) {
    const std::string_view id = to_string(static_cast<Rule>(i));
    const bool slot_rule = id.substr(0, 5) == "slot_";
    const bool schedule_rule = id.substr(0, 9) == "schedule_";
    report.applies[i] = options.slots ? slot_rule : schedule_rule;
  }
  report.applies[static_cast<std::size_t>(Rule::schedule_matching)] = true;
  report.applies[static_cast<std::size_t>(Rule::lockstep)] = options.scheduler_reference != nullptr;
  if (!options.scheduler.handshake) {
    report.applies[static_cast<std::size_t>(Rule::schedule_stable)] = false;
  }
  if (options.scheduler.epoch_bits == 0) {
    report.applies[static_cast<std::size_t>(Rule::schedule_epoch)] = false;
  }
  report.applies[static_cast<std::size_t>(Rule::model_fault)] = true;
  Scoreboard board;
  bool any = false;
  for (const SchedulerCase& one : scheduler_cases(options)) {
    if (!options.only_case.empty() && one.name != options.only_case) continue;
    any = true;
    report.cases.push_back(one.name);
    board.begin_case(one.name, options.seed);
    try {
      const std::unique_ptr<systemc::SchedulerCore> core = factory(0);
      report.ports = core->ports();
      SchedulerBench bench(board, *core, options);
      try {
        one.run(bench, options);
      } catch (const CaseOver&) {
        // What was found is on the board.
      }
      report.cycles += bench.cycles();
      report.decisions += bench.monitor().decisions();
    } catch (const base::InputError&) {
      throw;
    } catch (const std::runtime_error& fault) {
      board.broken(Rule::model_fault, fault.what());  // in a reset
    }
  }
  if (!any) {
    std::vector<std::string> names;
    for (const SchedulerCase& one : scheduler_cases(options)) names.push_back(one.name);
    refuse_case(options.only_case, names);
  }
  board.exercised(Rule::model_fault, report.cycles);
  report.rules = board.counts();
  report.findings = board.findings();
  return report;
}

}  // namespace heliograph::testbenches
