// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/control/foreign/apb_bridge.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

/// Watches an APB4 bus at its clock edges, master and slave: a cycle of setup (psel without
/// penable), then access until pready; nothing of a request changes while it waits.
class ApbMonitor {
 public:
  /// `bound`: cycles that a transfer may wait for pready.
  ApbMonitor(Scoreboard& board, unsigned bound) : board_(board), bound_(bound) {}

  void reset();
  void edge(std::uint64_t cycle, const systemc::ApbRequest& request,
            const systemc::ApbResponse& response);

  [[nodiscard]] bool hangs() const { return hangs_; }
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }

 private:
  enum class State { idle, setup, access };

  Scoreboard& board_;
  const unsigned bound_;
  State state_ = State::idle;  // at the last edge; access: and was not ready
  systemc::ApbRequest last_;
  std::uint64_t waited_ = 0;
  std::uint64_t transfers_ = 0;
  bool hangs_ = false;
};

}  // namespace heliograph::testbenches
