// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "systemc/control/register_map.hpp"

namespace heliograph::systemc {

/// What may be counted in one cycle.
struct TelemetryEvents {
  std::uint32_t interrupts = 0;  ///< registers::kIrq*
  bool code_taken = false;
  bool latched = false;       ///< ldac_o is high
  bool tick_in_busy = false;  ///< tick_1us_i is high while BUSY
  bool commit = false;        ///< one is accepted
  bool snapshot = false;      ///< the host copies the counts
  bool clear = false;         ///< the host sets them to 0, after the copy
};

/// The counters of TELE_* in rtl/contract.md and the host's copy of them. They wrap at 2^32.
class TwinTelemetry {
 public:
  void reset() { *this = TwinTelemetry{}; }

  /// What the TELE_* register at `address` reads; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> read(std::uint16_t address) const;

  /// The rising edge. Returns whether anything was counted.
  bool clock(const TelemetryEvents& events);

 private:
  static constexpr unsigned kFirst = registers::kTeleDone;
  static constexpr unsigned kBusy = (registers::kTeleBusyUs - kFirst) / 4;
  static constexpr unsigned kLast = (registers::kTeleLastUs - kFirst) / 4;
  using Counts = std::array<std::uint32_t, kLast + 1>;

  Counts counts_{};
  Counts copy_{};
};

}  // namespace heliograph::systemc
