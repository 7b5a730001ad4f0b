// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

struct SchedulerInputs {
  bool tick_1us = false;
  std::uint64_t ptp_ts = 0;  ///< precision time, picoseconds
  GrantMatrix req{};         ///< bit src*ports + dst: this input has traffic for this output
  bool gnt_ready = false;    ///< the decision is taken in this cycle
};

struct SchedulerOutputs {
  GrantMatrix gnt{};  ///< bit src*ports + dst: this input may use this output
  bool gnt_valid = false;
  std::uint16_t gnt_epoch = 0;
  bool slot_start = false;  ///< first cycle of a slot
  std::uint16_t slot_idx = 0;
  bool slot_active = false;  ///< light may pass; low in the guard between slots
  std::uint64_t wake_at = kNeverWakes;
};

/// What decides which inputs reach which outputs, and no more: the decision and slot groups of
/// rtl/contract.md, seen one clock cycle at a time.
class SchedulerCore {
 public:
  SchedulerCore() = default;
  SchedulerCore(const SchedulerCore&) = delete;
  SchedulerCore& operator=(const SchedulerCore&) = delete;
  virtual ~SchedulerCore() = default;

  [[nodiscard]] virtual unsigned ports() const = 0;
  /// Asserts rst_ni for a few cycles with all inputs low and releases it.
  virtual void reset() = 0;
  /// One clock cycle: applies `inputs`, returns the outputs as they stand just before the rising
  /// edge, then takes the edge. The reference is valid until the next call.
  virtual const SchedulerOutputs& cycle(const SchedulerInputs& inputs) = 0;
};

}  // namespace heliograph::systemc
