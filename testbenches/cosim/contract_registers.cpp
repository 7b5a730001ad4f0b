// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/register_map.hpp"
#include "testbenches/cosim/commit_record.hpp"
#include "testbenches/cosim/register_description.hpp"

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

constexpr std::uint32_t kAllBits = ~std::uint32_t{0};
constexpr std::uint32_t kSixteenBits = 0xFFFF;
constexpr std::uint32_t kCapsBits = 0x00FF'FFFF;
constexpr std::uint32_t kStatusBits =
    reg::kStatusStateMask | reg::kStatusBusy | 0xFFU << reg::kStatusLastErrorShift;

RegisterInfo made(const char* name, std::uint16_t address, RegisterAccess access,
                  std::uint32_t bits, std::uint32_t reset = 0) {
  RegisterInfo info;
  info.name = name;
  info.address = address;
  info.access = access;
  info.bits = bits;
  info.reset = reset;
  return info;
}

RegisterInfo locked(RegisterInfo info) {
  info.locked = true;
  return info;
}

RegisterInfo moved_by_hardware(RegisterInfo info) {
  info.is_volatile = true;
  return info;
}

RegisterInfo with_effect(RegisterInfo info) {
  info.effect = true;
  return info;
}

RegisterInfo array_of(RegisterInfo info, unsigned count) {
  info.count = count;
  return info;
}

}  // namespace

RegisterDescription contract_registers(unsigned ports, unsigned max_actuators) {
  constexpr auto kReadOnly = RegisterAccess::read_only;
  constexpr auto kReadWrite = RegisterAccess::read_write;
  const std::uint32_t port_bits = all_ports(ports);
  const std::uint32_t entry_bits = reg::kMapValid | reg::kMapDstMask;
  RegisterDescription all;
  all.name = "rtl/contract.md";
  RegisterInfo num_act = locked(made("NUM_ACT", reg::kNumAct, kReadWrite, kSixteenBits));
  num_act.most = max_actuators;
  // The minor version grows with what is optional.
  all.registers = {
      made("ID", reg::kId, kReadOnly, kAllBits, reg::kIdValue),
      moved_by_hardware(made("VERSION", reg::kVersion, kReadOnly, kAllBits)),
      made("CAPS", reg::kCaps, kReadOnly, kCapsBits, ports << 16 | max_actuators),
      made("SCRATCH", reg::kScratch, kReadWrite, kAllBits),
      made("CTRL", reg::kCtrl, kReadWrite, reg::kCtrlEnable),
      moved_by_hardware(made("STATUS", reg::kStatus, kReadOnly, kStatusBits)),
      made("ACTIVE_EPOCH", reg::kActiveEpoch, kReadOnly, kSixteenBits),
      num_act,
      with_effect(made("COMMIT", reg::kCommit, kReadWrite, kSixteenBits)),
      locked(made("T_DRAIN_MAX", reg::kTDrainMax, kReadWrite, kAllBits, reg::kTDrainMaxReset)),
      locked(made("T_SETTLE", reg::kTSettle, kReadWrite, kAllBits, reg::kTSettleReset)),
      locked(made("T_RELOCK_MAX", reg::kTRelockMax, kReadWrite, kAllBits, reg::kTRelockMaxReset)),
      locked(made("DISTURB", reg::kDisturb, kReadWrite, port_bits)),
      moved_by_hardware(made("PORT_LOS", reg::kPortLos, kReadOnly, port_bits)),
      moved_by_hardware(made("PORT_CDR_LOCK", reg::kPortCdrLock, kReadOnly, port_bits)),
      moved_by_hardware(made("PORT_FEC_DEG", reg::kPortFecDeg, kReadOnly, port_bits)),
      made("PORT_ISOLATE", reg::kPortIsolate, kReadOnly, port_bits),
      made("IRQ_STATE", reg::kIrqState, RegisterAccess::clear, reg::kIrqAll),
      made("IRQ_ENABLE", reg::kIrqEnable, kReadWrite, reg::kIrqAll),
      with_effect(made("IRQ_TEST", reg::kIrqTest, RegisterAccess::write_only, reg::kIrqAll)),
      array_of(made("ACTIVE_MAP", reg::kActiveMap, kReadOnly, entry_bits), ports),
      array_of(locked(made("SHADOW_MAP", reg::kShadowMap, kReadWrite, entry_bits)), ports),
      array_of(locked(made("SHADOW_CODE", reg::kShadowCode, kReadWrite, kSixteenBits)),
               max_actuators),
      array_of(made("ACTIVE_CODE", reg::kActiveCode, kReadOnly, kSixteenBits), max_actuators),
  };
  all.unspoken = {{0x0080, 0x00FF}};  // telemetry, which is optional
  return all;
}

}  // namespace heliograph::testbenches
