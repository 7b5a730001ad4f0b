// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/cosim/controller_view.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

/// Watches the stream of codes to the DACs, and keeps what they hold in `view`.
class DacMonitor {
 public:
  DacMonitor(Scoreboard& board, ControllerView& view) : board_(board), view_(view) {}

  void reset();
  /// A reconfiguration has begun: its codes ascend from here.
  void begin();
  void edge(const systemc::ControllerInputs& in, const systemc::ControllerOutputs& out);

  /// Codes taken since begin().
  [[nodiscard]] unsigned sent() const { return sent_; }

 private:
  void take(std::uint16_t address, std::uint16_t code);
  void latch();

  Scoreboard& board_;
  ControllerView& view_;
  bool waits_ = false;
  std::uint16_t address_ = 0;
  std::uint16_t code_ = 0;
  std::optional<std::uint16_t> last_address_;
  unsigned sent_ = 0;
};

}  // namespace heliograph::testbenches
