// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "testbenches/cosim/axi_lite_monitor.hpp"
#include "testbenches/cosim/scoreboard.hpp"
#include "testbenches/cosim/sequence_monitor.hpp"

namespace heliograph::testbenches {

/// Follows IRQ_STATE from outside: which bits are certainly set, and which may be.
class InterruptMonitor {
 public:
  InterruptMonitor(Scoreboard& board, const ControllerView& view, DeviceGroups groups)
      : board_(board), view_(view), groups_(groups) {}

  void reset();
  void write_accepted(const BusWrite& write);
  void write_answered(const BusWrite& write);
  /// A read of IRQ_STATE.
  void read_answered(const BusRead& read);
  /// A commit was refused because a reconfiguration runs; `certain`: for no other reason.
  void commit_was_refused_busy(std::uint64_t cycle, bool certain);
  /// A reconfiguration has begun, or may have.
  void may_report(std::uint64_t cycle);
  /// One has ended, as is seen at this edge.
  void ended(Outcome outcome, std::uint64_t cycle);
  /// At each edge, after all the others.
  void edge(std::uint64_t cycle, const systemc::ControllerOutputs& out, bool write_in_flight);

  [[nodiscard]] std::uint32_t certain() const { return must_; }

 private:
  void set(std::uint32_t bits, std::uint64_t cycle);

  Scoreboard& board_;
  const ControllerView& view_;
  const DeviceGroups groups_;
  std::uint32_t must_ = 0;
  std::uint32_t may_ = 0;
  std::uint32_t under_way_ = 0;            // what the reconfiguration may still set
  std::array<std::uint64_t, 8> set_at_{};  // by bit: when it was last seen to be set
  std::optional<std::uint64_t> busy_due_;  // when a refused commit must have been recorded
  std::uint64_t changed_at_ = 0;
};

}  // namespace heliograph::testbenches
