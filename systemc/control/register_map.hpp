// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "systemc/control/generated/switch_ctrl_registers.hpp"

/// Registers, bits and events of the switch controller, as rtl/contract.md fixes them. Addresses,
/// bits and reset values are made from rtl/switch_ctrl/switch_ctrl_regs.json; here is what eases
/// their use.
namespace heliograph::systemc::registers {

inline constexpr std::uint32_t kIdValue = kIdReset;            // "HSWC"
inline constexpr std::uint32_t kVersionValue = kVersionReset;  // major, minor

/// Actuators that the address windows have room for.
inline constexpr unsigned kMaxActuatorsAddressable = 4096;

/// Address of one entry of a map or code window.
[[nodiscard]] constexpr std::uint16_t entry(std::uint16_t window, unsigned index) {
  return static_cast<std::uint16_t>(window + 4 * index);
}

// CAPS
[[nodiscard]] constexpr unsigned caps_ports(std::uint32_t caps) {
  return (caps & kCapsPortsMask) >> kCapsPortsShift;
}
[[nodiscard]] constexpr unsigned caps_max_actuators(std::uint32_t caps) {
  return caps & kCapsActuatorsMask;
}

// Map entries
inline constexpr std::uint32_t kMapValid = kShadowMapValid;
inline constexpr std::uint32_t kMapDstMask = kShadowMapDstMask;

// Timers
inline constexpr std::uint32_t kTimerTicks = kTSettleUnit;  ///< unit: 1 us ticks, else clock cycles
inline constexpr std::uint32_t kTimerMax = kTimerTicks - 1;

/// Timer value that lasts `cycles` clock cycles, 0..kTimerMax.
[[nodiscard]] constexpr std::uint32_t timer_cycles(std::uint32_t cycles) { return cycles; }
/// Timer value that lasts more than `us` and at most `us` + 1 microseconds, 0..kTimerMax.
[[nodiscard]] constexpr std::uint32_t timer_us(std::uint32_t us) { return us | kTimerTicks; }

// IRQ_STATE, IRQ_ENABLE, IRQ_TEST
inline constexpr std::uint32_t kIrqDone = kIrqStateDone;
inline constexpr std::uint32_t kIrqIllegalMap = kIrqStateIllegalMap;
inline constexpr std::uint32_t kIrqDrainTimeout = kIrqStateDrainTimeout;
inline constexpr std::uint32_t kIrqRelockTimeout = kIrqStateRelockTimeout;
inline constexpr std::uint32_t kIrqCommitBusy = kIrqStateCommitBusy;
inline constexpr std::uint32_t kIrqAll =
    kIrqDone | kIrqIllegalMap | kIrqDrainTimeout | kIrqRelockTimeout | kIrqCommitBusy;

}  // namespace heliograph::systemc::registers

namespace heliograph::systemc {

/// STATUS.STATE.
enum class ControllerState : std::uint8_t {
  kIdle = 0,
  kRequest = 1,
  kArbitrate = 2,
  kQuiesce = 3,
  kBreak = 4,
  kProgram = 5,
  kSettle = 6,
  kRelock = 7,
  kVerify = 8,
  kActive = 9,
};

/// Values of cev_id_o. Errors are 32 and above.
enum class ControlEvent : std::uint8_t {
  kNone = 0,
  kRequest = 1,
  kArbitrate = 2,
  kQuiesce = 3,
  kBreak = 4,
  kProgram = 5,
  kSettle = 6,
  kRelock = 7,
  kVerify = 8,
  kActive = 9,
  kIllegalMap = 32,
  kDrainTimeout = 33,
  kRelockTimeout = 34,
  kCommitBusy = 35,
};

[[nodiscard]] constexpr bool is_error(ControlEvent event) {
  return static_cast<std::uint8_t>(event) >= 32;
}

/// Name of an event as reports show it; "unknown" for an id that the contract does not fix.
[[nodiscard]] constexpr std::string_view to_string(ControlEvent event) {
  switch (event) {
    case ControlEvent::kNone:
      return "none";
    case ControlEvent::kRequest:
      return "request";
    case ControlEvent::kArbitrate:
      return "arbitrate";
    case ControlEvent::kQuiesce:
      return "quiesce";
    case ControlEvent::kBreak:
      return "break";
    case ControlEvent::kProgram:
      return "program";
    case ControlEvent::kSettle:
      return "settle";
    case ControlEvent::kRelock:
      return "relock";
    case ControlEvent::kVerify:
      return "verify";
    case ControlEvent::kActive:
      return "active";
    case ControlEvent::kIllegalMap:
      return "illegal_map";
    case ControlEvent::kDrainTimeout:
      return "drain_timeout";
    case ControlEvent::kRelockTimeout:
      return "relock_timeout";
    case ControlEvent::kCommitBusy:
      return "commit_busy";
  }
  return "unknown";
}

}  // namespace heliograph::systemc
