// SPDX-License-Identifier: Apache-2.0
// Made by rtl/registers/generate.py from
// rtl/switch_ctrl/switch_ctrl_regs.json; change that instead.
#pragma once

#include <cstdint>

/// Registers of the switch controller of rtl/contract.md:
/// addresses in bytes, bits in place.
namespace heliograph::systemc::registers {

// ID, ro
inline constexpr std::uint16_t kId = 0x0000;
inline constexpr std::uint32_t kIdReset = 0x4853'5743;

// VERSION, ro
inline constexpr std::uint16_t kVersion = 0x0004;
inline constexpr std::uint32_t kVersionReset = 0x0001'0001;
inline constexpr std::uint32_t kVersionMajorMask = 0xFFFF'0000;
inline constexpr unsigned kVersionMajorShift = 16;
inline constexpr std::uint32_t kVersionMinorMask = 0x0000'FFFF;
inline constexpr unsigned kVersionMinorShift = 0;

// CAPS, ro
inline constexpr std::uint16_t kCaps = 0x0008;
inline constexpr std::uint32_t kCapsPortsMask = 0x00FF'0000;
inline constexpr unsigned kCapsPortsShift = 16;
inline constexpr std::uint32_t kCapsActuatorsMask = 0x0000'FFFF;
inline constexpr unsigned kCapsActuatorsShift = 0;

// SCRATCH, rw
inline constexpr std::uint16_t kScratch = 0x000C;

// CTRL, rw
inline constexpr std::uint16_t kCtrl = 0x0010;
inline constexpr std::uint32_t kCtrlEnable = 1U << 0;

// STATUS, ro
inline constexpr std::uint16_t kStatus = 0x0014;
inline constexpr std::uint32_t kStatusStateMask = 0x0000'000F;
inline constexpr unsigned kStatusStateShift = 0;
inline constexpr std::uint32_t kStatusBusy = 1U << 8;
inline constexpr std::uint32_t kStatusLastErrorMask = 0x00FF'0000;
inline constexpr unsigned kStatusLastErrorShift = 16;

// ACTIVE_EPOCH, ro
inline constexpr std::uint16_t kActiveEpoch = 0x0018;
inline constexpr std::uint32_t kActiveEpochEpochMask = 0x0000'FFFF;
inline constexpr unsigned kActiveEpochEpochShift = 0;

// NUM_ACT, rw
inline constexpr std::uint16_t kNumAct = 0x001C;
inline constexpr std::uint32_t kNumActCountMask = 0x0000'FFFF;
inline constexpr unsigned kNumActCountShift = 0;

// COMMIT, rw
inline constexpr std::uint16_t kCommit = 0x0020;
inline constexpr std::uint32_t kCommitEpochMask = 0x0000'FFFF;
inline constexpr unsigned kCommitEpochShift = 0;

// T_DRAIN_MAX, rw
inline constexpr std::uint16_t kTDrainMax = 0x0024;
inline constexpr std::uint32_t kTDrainMaxReset = 0x8000'03E8;
inline constexpr std::uint32_t kTDrainMaxUnit = 1U << 31;
inline constexpr std::uint32_t kTDrainMaxCountMask = 0x7FFF'FFFF;
inline constexpr unsigned kTDrainMaxCountShift = 0;

// T_SETTLE, rw
inline constexpr std::uint16_t kTSettle = 0x0028;
inline constexpr std::uint32_t kTSettleReset = 0x8000'0064;
inline constexpr std::uint32_t kTSettleUnit = 1U << 31;
inline constexpr std::uint32_t kTSettleCountMask = 0x7FFF'FFFF;
inline constexpr unsigned kTSettleCountShift = 0;

// T_RELOCK_MAX, rw
inline constexpr std::uint16_t kTRelockMax = 0x002C;
inline constexpr std::uint32_t kTRelockMaxReset = 0x8000'2710;
inline constexpr std::uint32_t kTRelockMaxUnit = 1U << 31;
inline constexpr std::uint32_t kTRelockMaxCountMask = 0x7FFF'FFFF;
inline constexpr unsigned kTRelockMaxCountShift = 0;

// DISTURB, rw
inline constexpr std::uint16_t kDisturb = 0x0030;

// PORT_LOS, ro
inline constexpr std::uint16_t kPortLos = 0x0040;

// PORT_CDR_LOCK, ro
inline constexpr std::uint16_t kPortCdrLock = 0x0044;

// PORT_FEC_DEG, ro
inline constexpr std::uint16_t kPortFecDeg = 0x0048;

// PORT_ISOLATE, ro
inline constexpr std::uint16_t kPortIsolate = 0x004C;

// IRQ_STATE, w1c
inline constexpr std::uint16_t kIrqState = 0x0060;
inline constexpr std::uint32_t kIrqStateDone = 1U << 0;
inline constexpr std::uint32_t kIrqStateIllegalMap = 1U << 1;
inline constexpr std::uint32_t kIrqStateDrainTimeout = 1U << 2;
inline constexpr std::uint32_t kIrqStateRelockTimeout = 1U << 3;
inline constexpr std::uint32_t kIrqStateCommitBusy = 1U << 4;

// IRQ_ENABLE, rw
inline constexpr std::uint16_t kIrqEnable = 0x0064;
inline constexpr std::uint32_t kIrqEnableDone = 1U << 0;
inline constexpr std::uint32_t kIrqEnableIllegalMap = 1U << 1;
inline constexpr std::uint32_t kIrqEnableDrainTimeout = 1U << 2;
inline constexpr std::uint32_t kIrqEnableRelockTimeout = 1U << 3;
inline constexpr std::uint32_t kIrqEnableCommitBusy = 1U << 4;

// IRQ_TEST, wo
inline constexpr std::uint16_t kIrqTest = 0x0068;
inline constexpr std::uint32_t kIrqTestDone = 1U << 0;
inline constexpr std::uint32_t kIrqTestIllegalMap = 1U << 1;
inline constexpr std::uint32_t kIrqTestDrainTimeout = 1U << 2;
inline constexpr std::uint32_t kIrqTestRelockTimeout = 1U << 3;
inline constexpr std::uint32_t kIrqTestCommitBusy = 1U << 4;

// TELE_CTRL, wo
inline constexpr std::uint16_t kTeleCtrl = 0x0080;
inline constexpr std::uint32_t kTeleCtrlSnapshot = 1U << 0;
inline constexpr std::uint32_t kTeleCtrlClear = 1U << 1;

// TELE_DONE, ro
inline constexpr std::uint16_t kTeleDone = 0x0084;

// TELE_ILLEGAL_MAP, ro
inline constexpr std::uint16_t kTeleIllegalMap = 0x0088;

// TELE_DRAIN_TIMEOUT, ro
inline constexpr std::uint16_t kTeleDrainTimeout = 0x008C;

// TELE_RELOCK_TIMEOUT, ro
inline constexpr std::uint16_t kTeleRelockTimeout = 0x0090;

// TELE_COMMIT_BUSY, ro
inline constexpr std::uint16_t kTeleCommitBusy = 0x0094;

// TELE_CODES, ro
inline constexpr std::uint16_t kTeleCodes = 0x0098;

// TELE_LATCHES, ro
inline constexpr std::uint16_t kTeleLatches = 0x009C;

// TELE_BUSY_US, ro
inline constexpr std::uint16_t kTeleBusyUs = 0x00A0;

// TELE_LAST_US, ro
inline constexpr std::uint16_t kTeleLastUs = 0x00A4;

// ACTIVE_MAP, ro + 4 * entry
inline constexpr std::uint16_t kActiveMap = 0x0100;
inline constexpr std::uint32_t kActiveMapValid = 1U << 31;
inline constexpr std::uint32_t kActiveMapDstMask = 0x0000'00FF;
inline constexpr unsigned kActiveMapDstShift = 0;

// SHADOW_MAP, rw + 4 * entry
inline constexpr std::uint16_t kShadowMap = 0x0200;
inline constexpr std::uint32_t kShadowMapValid = 1U << 31;
inline constexpr std::uint32_t kShadowMapDstMask = 0x0000'00FF;
inline constexpr unsigned kShadowMapDstShift = 0;

// SHADOW_CODE, rw + 4 * entry
inline constexpr std::uint16_t kShadowCode = 0x4000;
inline constexpr std::uint32_t kShadowCodeCodeMask = 0x0000'FFFF;
inline constexpr unsigned kShadowCodeCodeShift = 0;

// ACTIVE_CODE, ro + 4 * entry
inline constexpr std::uint16_t kActiveCode = 0x8000;
inline constexpr std::uint32_t kActiveCodeCodeMask = 0x0000'FFFF;
inline constexpr unsigned kActiveCodeCodeShift = 0;

}  // namespace heliograph::systemc::registers
