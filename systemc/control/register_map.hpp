// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

/// Registers, bits and events of the switch controller, as rtl/contract.md fixes them.
namespace heliograph::systemc::registers {

inline constexpr std::uint32_t kIdValue = 0x4853'5743;       // "HSWC"
inline constexpr std::uint32_t kVersionValue = 0x0001'0000;  // major, minor

inline constexpr std::uint16_t kId = 0x0000;
inline constexpr std::uint16_t kVersion = 0x0004;
inline constexpr std::uint16_t kCaps = 0x0008;
inline constexpr std::uint16_t kScratch = 0x000C;
inline constexpr std::uint16_t kCtrl = 0x0010;
inline constexpr std::uint16_t kStatus = 0x0014;
inline constexpr std::uint16_t kActiveEpoch = 0x0018;
inline constexpr std::uint16_t kNumAct = 0x001C;
inline constexpr std::uint16_t kCommit = 0x0020;
inline constexpr std::uint16_t kTDrainMax = 0x0024;
inline constexpr std::uint16_t kTSettle = 0x0028;
inline constexpr std::uint16_t kTRelockMax = 0x002C;
inline constexpr std::uint16_t kDisturb = 0x0030;
inline constexpr std::uint16_t kPortLos = 0x0040;
inline constexpr std::uint16_t kPortCdrLock = 0x0044;
inline constexpr std::uint16_t kPortFecDeg = 0x0048;
inline constexpr std::uint16_t kPortIsolate = 0x004C;
inline constexpr std::uint16_t kIrqState = 0x0060;
inline constexpr std::uint16_t kIrqEnable = 0x0064;
inline constexpr std::uint16_t kIrqTest = 0x0068;
inline constexpr std::uint16_t kActiveMap = 0x0100;   ///< + 4 * source
inline constexpr std::uint16_t kShadowMap = 0x0200;   ///< + 4 * source
inline constexpr std::uint16_t kShadowCode = 0x4000;  ///< + 4 * actuator
inline constexpr std::uint16_t kActiveCode = 0x8000;  ///< + 4 * actuator

/// Actuators that the address windows have room for.
inline constexpr unsigned kMaxActuatorsAddressable = 4096;

/// Address of one entry of a map or code window.
[[nodiscard]] constexpr std::uint16_t entry(std::uint16_t window, unsigned index) {
  return static_cast<std::uint16_t>(window + 4 * index);
}

// CAPS
[[nodiscard]] constexpr unsigned caps_ports(std::uint32_t caps) { return (caps >> 16) & 0xFF; }
[[nodiscard]] constexpr unsigned caps_max_actuators(std::uint32_t caps) { return caps & 0xFFFF; }

// CTRL
inline constexpr std::uint32_t kCtrlEnable = 1U << 0;

// STATUS
inline constexpr std::uint32_t kStatusStateMask = 0xF;
inline constexpr std::uint32_t kStatusBusy = 1U << 8;
inline constexpr unsigned kStatusLastErrorShift = 16;  ///< 8 bits, a ControlEvent or 0

// Map entries
inline constexpr std::uint32_t kMapValid = 1U << 31;
inline constexpr std::uint32_t kMapDstMask = 0xFF;

// Timers
inline constexpr std::uint32_t kTimerTicks = 1U << 31;  ///< unit: 1 us ticks, else clock cycles
inline constexpr std::uint32_t kTimerMax = kTimerTicks - 1;

/// Timer value that lasts `cycles` clock cycles, 0..kTimerMax.
[[nodiscard]] constexpr std::uint32_t timer_cycles(std::uint32_t cycles) { return cycles; }
/// Timer value that lasts more than `us` and at most `us` + 1 microseconds, 0..kTimerMax.
[[nodiscard]] constexpr std::uint32_t timer_us(std::uint32_t us) { return us | kTimerTicks; }

inline constexpr std::uint32_t kTDrainMaxReset = timer_us(1000);
inline constexpr std::uint32_t kTSettleReset = timer_us(100);
inline constexpr std::uint32_t kTRelockMaxReset = timer_us(10000);

// IRQ_STATE, IRQ_ENABLE, IRQ_TEST
inline constexpr std::uint32_t kIrqDone = 1U << 0;
inline constexpr std::uint32_t kIrqIllegalMap = 1U << 1;
inline constexpr std::uint32_t kIrqDrainTimeout = 1U << 2;
inline constexpr std::uint32_t kIrqRelockTimeout = 1U << 3;
inline constexpr std::uint32_t kIrqCommitBusy = 1U << 4;
inline constexpr std::uint32_t kIrqAll = 0x1F;

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
