// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/control/scheduler_core.hpp"
#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

/// Watches a scheduler's decisions, and its slots if it has any, at clock edges.
class DecisionMonitor {
 public:
  /// `bound`: decisions that a request may wait.
  DecisionMonitor(Scoreboard& board, unsigned ports, unsigned bound, std::optional<SlotRules> slots,
                  SchedulerPins pins);

  void reset();
  void edge(std::uint64_t cycle, const systemc::SchedulerInputs& in,
            const systemc::SchedulerOutputs& out);

  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }
  /// A request was up, and nothing was decided, for longer than can be.
  [[nodiscard]] bool stuck() const { return stuck_; }
  /// From here on all pairs ask all the time: count what they get.
  void begin_full_load();
  /// ... until here.
  void end_full_load();

 private:
  void note_requests(const systemc::SchedulerInputs& in);
  void watch_matching(const systemc::SchedulerOutputs& out);
  void begin_decision(const systemc::SchedulerOutputs& out);
  void take_decision(const systemc::SchedulerInputs& in, const systemc::SchedulerOutputs& out);
  void watch_progress(std::uint64_t cycle, const systemc::SchedulerInputs& in,
                      const systemc::SchedulerOutputs& out);
  void watch_slots(std::uint64_t cycle, const systemc::SchedulerOutputs& out);

  Scoreboard& board_;
  const unsigned ports_;
  const unsigned bound_;
  const std::optional<SlotRules> slots_;
  const SchedulerPins pins_;
  bool first_ = true;
  bool pending_ = false;           // a decision waits to be taken
  systemc::GrantMatrix grants_{};  // of it
  std::uint16_t epoch_ = 0;
  bool any_decision_ = false;
  systemc::GrantMatrix requested_{};   // since the last was taken
  std::vector<unsigned> waited_;       // decisions, by pair; while its request stays
  std::vector<std::uint64_t> served_;  // by pair, under full load
  bool full_load_ = false;
  std::uint64_t decisions_ = 0;
  std::uint64_t idle_since_ = 0;
  bool stuck_ = false;
  // Slots
  systemc::SchedulerOutputs last_;
  std::optional<std::uint64_t> slot_since_;
  std::optional<unsigned> slot_;
};

}  // namespace heliograph::testbenches
