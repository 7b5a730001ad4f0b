// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "systemc/control/register_map.hpp"
#include "testbenches/cosim/scoreboard.hpp"
#include "testbenches/cosim/sequence_monitor.hpp"

namespace heliograph::testbenches {

/// Watches the control events: their order, arguments, timing, and that the pins move with them.
class ReportMonitor {
 public:
  ReportMonitor(Scoreboard& board, const SequenceMonitor& sequence, const DacMonitor& dacs,
                DeviceGroups groups)
      : board_(board), sequence_(sequence), dacs_(dacs), groups_(groups) {}

  void reset();
  /// A commit may run from now on.
  void begin();
  /// A commit may execute from now on, and be refused before its response is seen.
  void commit_offered(std::uint16_t epoch) { offered_ = epoch; }
  /// `certain`: nothing but the running reconfiguration can have been the reason.
  void commit_was_refused_busy(std::uint16_t epoch, std::uint64_t cycle, bool certain);
  void commit_answered() { offered_.reset(); }
  /// At each edge, after the sequence was looked at.
  void edge(std::uint64_t cycle, const systemc::ControllerInputs& in,
            const systemc::ControllerOutputs& out);

 private:
  void take(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_order(systemc::ControlEvent event);
  void watch_argument(systemc::ControlEvent event, std::uint32_t argument);
  void watch_pins(systemc::ControlEvent event, const systemc::ControllerOutputs& out);
  void watch_timers(systemc::ControlEvent event, std::uint64_t cycle);
  void watch_busy(std::uint32_t argument);
  void expect(systemc::ControlEvent event, std::uint32_t found, std::uint32_t wanted,
              const char* what);

  struct Refusal {
    std::uint16_t epoch = 0;
    std::uint64_t due = 0;
    bool certain = true;
  };

  Scoreboard& board_;
  const SequenceMonitor& sequence_;
  const DacMonitor& dacs_;
  const DeviceGroups groups_;
  systemc::ControlEvent last_ = systemc::ControlEvent::kNone;  // of the sequence
  bool open_ = false;
  TimerWatch timer_;
  systemc::ControllerInputs last_in_;
  systemc::ControllerInputs before_last_;
  std::deque<Refusal> refusals_;
  std::optional<std::uint16_t> offered_;
  std::optional<std::uint16_t> told_early_;
};

}  // namespace heliograph::testbenches
