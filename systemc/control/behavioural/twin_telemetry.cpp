// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/twin_telemetry.hpp"

namespace heliograph::systemc {

namespace {

/// The counter registers in the order of their addresses begin with these interrupts.
constexpr std::array<std::uint32_t, 5> kCountedInterrupts{
    registers::kIrqDone, registers::kIrqIllegalMap, registers::kIrqDrainTimeout,
    registers::kIrqRelockTimeout, registers::kIrqCommitBusy};
constexpr unsigned kCodesIndex = (registers::kTeleCodes - registers::kTeleDone) / 4;
constexpr unsigned kLatchesIndex = (registers::kTeleLatches - registers::kTeleDone) / 4;

}  // namespace

std::optional<std::uint32_t> TwinTelemetry::read(std::uint16_t address) const {
  if (address < kFirst || address > registers::kTeleLastUs || address % 4 != 0) {
    return std::nullopt;
  }
  return copy_[(address - kFirst) / 4];
}

bool TwinTelemetry::clock(const TelemetryEvents& events) {
  if (events.snapshot) copy_ = counts_;
  if (events.clear) counts_ = Counts{};
  if (events.commit) counts_[kLast] = 0;
  if (events.interrupts != 0) {
    for (unsigned i = 0; i < kCountedInterrupts.size(); ++i) {
      if ((events.interrupts & kCountedInterrupts[i]) != 0) ++counts_[i];
    }
  }
  if (events.code_taken) ++counts_[kCodesIndex];
  if (events.latched) ++counts_[kLatchesIndex];
  if (events.tick_in_busy) {
    ++counts_[kBusy];
    ++counts_[kLast];
  }
  return events.interrupts != 0 || events.code_taken || events.latched || events.tick_in_busy;
}

}  // namespace heliograph::systemc
