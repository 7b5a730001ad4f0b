// SPDX-License-Identifier: Apache-2.0
// Made by rtl/registers/generate.py from
// rtl/example_axil_regs/example_regs.json; change that instead.
#pragma once

#include <cstdint>

/// An example of every kind of register that the generator knows:
/// addresses in bytes, bits in place.
namespace heliograph::systemc::example_registers {

// ID, ro
inline constexpr std::uint16_t kId = 0x0000;
inline constexpr std::uint32_t kIdReset = 0x4845'584D;

// CAPS, ro
inline constexpr std::uint16_t kCaps = 0x0004;
inline constexpr std::uint32_t kCapsLanesMask = 0x0000'00FF;
inline constexpr unsigned kCapsLanesShift = 0;

// CTRL, rw
inline constexpr std::uint16_t kCtrl = 0x0008;
inline constexpr std::uint32_t kCtrlReset = 0x0000'0100;
inline constexpr std::uint32_t kCtrlRun = 1U << 0;
inline constexpr std::uint32_t kCtrlRateMask = 0x0000'FF00;
inline constexpr unsigned kCtrlRateShift = 8;

// LIMIT, rw
inline constexpr std::uint16_t kLimit = 0x000C;
inline constexpr std::uint32_t kLimitLanesMask = 0x0000'00FF;
inline constexpr unsigned kLimitLanesShift = 0;

// STATUS, ro
inline constexpr std::uint16_t kStatus = 0x0010;

// START, wo
inline constexpr std::uint16_t kStart = 0x0014;
inline constexpr std::uint32_t kStartGo = 1U << 0;

// IRQ_STATE, w1c
inline constexpr std::uint16_t kIrqState = 0x0020;
inline constexpr std::uint32_t kIrqStateEventsMask = 0x0000'000F;
inline constexpr unsigned kIrqStateEventsShift = 0;

// IRQ_ENABLE, rw
inline constexpr std::uint16_t kIrqEnable = 0x0024;
inline constexpr std::uint32_t kIrqEnableEventsMask = 0x0000'000F;
inline constexpr unsigned kIrqEnableEventsShift = 0;

// LANE, rw + 4 * entry
inline constexpr std::uint16_t kLane = 0x0040;
inline constexpr std::uint32_t kLaneOn = 1U << 31;
inline constexpr std::uint32_t kLaneLevelMask = 0x0000'FFFF;
inline constexpr unsigned kLaneLevelShift = 0;

}  // namespace heliograph::systemc::example_registers
