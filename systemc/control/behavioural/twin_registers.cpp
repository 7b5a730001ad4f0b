// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/twin_registers.hpp"

namespace heliograph::systemc {

namespace {

/// Index of `address` in the window of `size` words at `window`, if it is one of them.
std::optional<unsigned> index_in(std::uint16_t window, unsigned size, std::uint16_t address) {
  if (address < window || address % 4 != 0) return std::nullopt;
  const unsigned index = (address - unsigned{window}) / 4;
  if (index >= size) return std::nullopt;
  return index;
}

std::uint32_t encode(const MapEntry& entry) {
  return (entry.valid ? registers::kMapValid : 0) | entry.dst;
}

MapEntry decode(std::uint32_t bits) {
  return {(bits & registers::kMapValid) != 0,
          static_cast<std::uint8_t>(bits & registers::kMapDstMask)};
}

std::uint32_t port_mask(unsigned ports) {
  return ports >= kMaxControllerPorts ? ~std::uint32_t{0} : (std::uint32_t{1} << ports) - 1;
}

ControlEvent error_of(std::uint32_t interrupts) {
  if ((interrupts & registers::kIrqIllegalMap) != 0) return ControlEvent::kIllegalMap;
  if ((interrupts & registers::kIrqDrainTimeout) != 0) return ControlEvent::kDrainTimeout;
  if ((interrupts & registers::kIrqRelockTimeout) != 0) return ControlEvent::kRelockTimeout;
  if ((interrupts & registers::kIrqCommitBusy) != 0) return ControlEvent::kCommitBusy;
  return ControlEvent::kNone;
}

}  // namespace

TwinRegisters::TwinRegisters(unsigned ports, CircuitMaps& maps, ActuatorCodes& codes,
                             const TwinTelemetry& telemetry)
    : ports_(ports), maps_(maps), codes_(codes), telemetry_(telemetry) {}

RegisterRead TwinRegisters::read(std::uint16_t address, const RegisterView& view) const {
  switch (address) {
    case registers::kId:
      return {registers::kIdValue};
    case registers::kVersion:
      return {registers::kVersionValue};
    case registers::kCaps:
      return {(ports_ << 16) | codes_.max_actuators()};
    case registers::kScratch:
      return {values_.scratch};
    case registers::kCtrl:
      return {values_.enable ? registers::kCtrlEnable : 0};
    case registers::kStatus:
      return {status(view)};
    case registers::kActiveEpoch:
      return {view.active_epoch};
    case registers::kNumAct:
      return {values_.num_act};
    case registers::kCommit:
      return {view.committed_epoch};
    case registers::kTDrainMax:
      return {values_.t_drain_max};
    case registers::kTSettle:
      return {values_.t_settle};
    case registers::kTRelockMax:
      return {values_.t_relock_max};
    case registers::kDisturb:
      return {values_.disturb};
    case registers::kPortLos:
      return {view.los};
    case registers::kPortCdrLock:
      return {view.cdr_lock};
    case registers::kPortFecDeg:
      return {view.fec_deg};
    case registers::kPortIsolate:
      return {view.isolate};
    case registers::kIrqState:
      return {values_.irq_state};
    case registers::kIrqEnable:
      return {values_.irq_enable};
    case registers::kIrqTest:
    case registers::kTeleCtrl:
      return {0};
    default:
      return read_window(address);
  }
}

RegisterRead TwinRegisters::read_window(std::uint16_t address) const {
  if (const auto count = telemetry_.read(address)) return {*count};
  if (const auto src = index_in(registers::kActiveMap, ports_, address)) {
    return {encode(maps_.active[*src])};
  }
  if (const auto src = index_in(registers::kShadowMap, ports_, address)) {
    return {encode(maps_.shadow[*src])};
  }
  if (const auto act = index_in(registers::kShadowCode, codes_.max_actuators(), address)) {
    return {codes_.shadow(*act)};
  }
  if (const auto act = index_in(registers::kActiveCode, codes_.max_actuators(), address)) {
    return {codes_.active(*act)};
  }
  return {0, true};
}

std::uint32_t TwinRegisters::status(const RegisterView& view) const {
  return static_cast<std::uint32_t>(view.state) | (view.busy() ? registers::kStatusBusy : 0) |
         static_cast<std::uint32_t>(values_.last_error) << registers::kStatusLastErrorShift;
}

WriteEffect TwinRegisters::write(const RegisterWrite& write, const RegisterView& view) {
  if (write.address == registers::kCommit) return write_commit(write, view.busy());
  WriteEffect effect;
  if (write.address == registers::kTeleCtrl) {
    effect.snapshot = (write.ones() & registers::kTeleCtrlSnapshot) != 0;
    effect.clear = (write.ones() & registers::kTeleCtrlClear) != 0;
    return effect;
  }
  if (!write_free(write)) effect.refused = view.busy() || !write_locked(write);
  return effect;
}

bool TwinRegisters::write_free(const RegisterWrite& write) {
  switch (write.address) {
    case registers::kScratch:
      values_.scratch = write.merged(values_.scratch);
      return true;
    case registers::kCtrl:
      values_.enable = (write.merged(values_.enable ? 1 : 0) & registers::kCtrlEnable) != 0;
      return true;
    case registers::kIrqState:
      values_.irq_state &= ~write.ones();
      return true;
    case registers::kIrqEnable:
      values_.irq_enable = write.merged(values_.irq_enable) & registers::kIrqAll;
      return true;
    case registers::kIrqTest:
      values_.irq_state |= write.ones() & registers::kIrqAll;
      return true;
    default:
      return false;
  }
}

bool TwinRegisters::write_locked(const RegisterWrite& write) {
  switch (write.address) {
    case registers::kNumAct: {
      const std::uint32_t wanted = write.merged(values_.num_act);
      if (wanted > codes_.max_actuators()) return false;
      values_.num_act = static_cast<std::uint16_t>(wanted);
      return true;
    }
    case registers::kTDrainMax:
      values_.t_drain_max = write.merged(values_.t_drain_max);
      return true;
    case registers::kTSettle:
      values_.t_settle = write.merged(values_.t_settle);
      return true;
    case registers::kTRelockMax:
      values_.t_relock_max = write.merged(values_.t_relock_max);
      return true;
    case registers::kDisturb:
      values_.disturb = write.merged(values_.disturb) & port_mask(ports_);
      return true;
    default:
      break;
  }
  if (const auto src = index_in(registers::kShadowMap, ports_, write.address)) {
    maps_.shadow[*src] = decode(write.merged(encode(maps_.shadow[*src])));
    return true;
  }
  if (const auto act = index_in(registers::kShadowCode, codes_.max_actuators(), write.address)) {
    codes_.write_shadow(*act, static_cast<std::uint16_t>(write.merged(codes_.shadow(*act))));
    return true;
  }
  return false;
}

WriteEffect TwinRegisters::write_commit(const RegisterWrite& write, bool busy) const {
  constexpr std::uint32_t kEpochBits = 0xFFFF;
  const auto epoch = static_cast<std::uint16_t>(write.data);
  WriteEffect effect;
  // An epoch of which a byte is missing must not start anything.
  effect.refused = busy || !values_.enable || (write.mask & kEpochBits) != kEpochBits;
  if (busy) effect.refused_commit = epoch;
  if (!effect.refused) effect.commit = epoch;
  return effect;
}

void TwinRegisters::record(std::uint32_t interrupts, bool accepted_commit) {
  values_.irq_state |= interrupts;
  if (accepted_commit) {
    values_.last_error = ControlEvent::kNone;
  } else if (error_of(interrupts) != ControlEvent::kNone) {
    values_.last_error = error_of(interrupts);
  }
}

}  // namespace heliograph::systemc
