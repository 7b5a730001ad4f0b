// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/control/register_map.hpp"

namespace heliograph::testbenches {

/// A timer of the contract, as a bystander can measure it: since when it has certainly run for as
/// long as it must, and since when it should be over.
class TimerWatch {
 public:
  void start(std::uint32_t setting, std::uint64_t cycle) {
    running_ = true;
    count_ = setting & systemc::registers::kTimerMax;
    in_ticks_ = (setting & systemc::registers::kTimerTicks) != 0;
    since_ = cycle;
    ticks_ = 0;
  }
  void stop() { running_ = false; }
  [[nodiscard]] bool running() const { return running_; }

  /// The edge is over; a tick at it counts.
  void edge(bool tick) {
    if (running_ && tick) ++ticks_;
  }

  /// It may be over: K cycles, or K + 1 ticks, of which the first may have come at once.
  [[nodiscard]] bool may_be_over(std::uint64_t cycle) const {
    return running_ && (in_ticks_ ? ticks_ > count_ : cycle - since_ >= count_);
  }
  /// It must be over, but for the few cycles that a reaction takes.
  [[nodiscard]] bool must_be_over(std::uint64_t cycle) const {
    return running_ && (in_ticks_ ? ticks_ > count_ + 1 : cycle - since_ > count_ + 2);
  }
  /// Units that have passed, for texts.
  [[nodiscard]] std::uint64_t passed(std::uint64_t cycle) const {
    return in_ticks_ ? ticks_ : cycle - since_;
  }
  [[nodiscard]] std::uint64_t wanted() const { return count_ + (in_ticks_ ? 1 : 0); }
  [[nodiscard]] const char* unit() const { return in_ticks_ ? "ticks" : "cycles"; }

 private:
  bool running_ = false;
  bool in_ticks_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t since_ = 0;
  std::uint64_t ticks_ = 0;
};

}  // namespace heliograph::testbenches
