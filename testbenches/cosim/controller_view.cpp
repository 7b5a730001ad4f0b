// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/controller_view.hpp"

#include <algorithm>

namespace heliograph::testbenches {

namespace reg = systemc::registers;

ControllerView::ControllerView(unsigned port_count, unsigned actuators)
    : ports(port_count), max_actuators(actuators), shadow_code(actuators), dac(actuators) {
  reset();
}

void ControllerView::reset() {
  busy = Busy::no;
  enable = false;
  scratch = num_act = disturb = irq_enable = 0;
  t_drain_max = reg::kTDrainMaxReset;
  t_settle = reg::kTSettleReset;
  t_relock_max = reg::kTRelockMaxReset;
  shadow_map.fill(0);
  std::fill(shadow_code.begin(), shadow_code.end(), std::uint16_t{0});
  std::fill(dac.begin(), dac.end(), std::uint16_t{0});
  active.fill(std::nullopt);
  grants = systemc::GrantMatrix{};
  connected = 0;
  active_epoch = committed_epoch = 0;
  isolated = 0;
}

std::optional<unsigned> ControllerView::index_in(std::uint16_t window, unsigned size,
                                                 std::uint16_t address) const {
  if (address < window || address % 4 != 0) return std::nullopt;
  const unsigned index = (static_cast<unsigned>(address) - window) / 4;
  if (index >= size) return std::nullopt;
  return index;
}

void ControllerView::apply(const BusWrite& write) {
  switch (write.address) {
    case reg::kScratch:
      scratch = write.merged(scratch);
      return;
    case reg::kCtrl:
      enable = (write.merged(enable ? 1 : 0) & reg::kCtrlEnable) != 0;
      return;
    case reg::kNumAct:
      num_act = write.merged(num_act) & 0xFFFF;
      return;
    case reg::kTDrainMax:
      t_drain_max = write.merged(t_drain_max);
      return;
    case reg::kTSettle:
      t_settle = write.merged(t_settle);
      return;
    case reg::kTRelockMax:
      t_relock_max = write.merged(t_relock_max);
      return;
    case reg::kDisturb:
      disturb = write.merged(disturb) & all_ports(ports);
      return;
    case reg::kIrqEnable:
      irq_enable = write.merged(irq_enable) & reg::kIrqAll;
      return;
    default:
      break;
  }
  if (const auto src = index_in(reg::kShadowMap, ports, write.address)) {
    shadow_map[*src] = write.merged(shadow_map[*src]) & (reg::kMapValid | reg::kMapDstMask);
  } else if (const auto act = index_in(reg::kShadowCode, max_actuators, write.address)) {
    shadow_code[*act] = static_cast<std::uint16_t>(write.merged(shadow_code[*act]));
  }
}

CommitRecord ControllerView::foresee_commit(std::uint16_t epoch) const {
  CommitRecord record = foresee(ports, active, shadow_map, disturb);
  record.epoch = epoch;
  record.num_act = num_act;
  record.t_drain_max = t_drain_max;
  record.t_settle = t_settle;
  record.t_relock_max = t_relock_max;
  return record;
}

void ControllerView::activate(const CommitRecord& commit) {
  active = commit.wanted;
  grants = grants_of(ports, active);
  connected = commit.connected;
  active_epoch = commit.epoch;
}

std::uint32_t ControllerView::masked() const { return (all_ports(ports) & ~connected) | isolated; }

bool ControllerView::locked(std::uint16_t address) const {
  return address == reg::kNumAct || address == reg::kTDrainMax || address == reg::kTSettle ||
         address == reg::kTRelockMax || address == reg::kDisturb ||
         index_in(reg::kShadowMap, ports, address) ||
         index_in(reg::kShadowCode, max_actuators, address);
}

std::optional<ControllerView::Expected> ControllerView::expected(std::uint16_t address) const {
  switch (address) {
    case reg::kScratch:
      return Expected{scratch};
    case reg::kCtrl:
      return Expected{enable ? reg::kCtrlEnable : 0};
    case reg::kActiveEpoch:
      return Expected{active_epoch};
    case reg::kNumAct:
      return Expected{num_act};
    case reg::kCommit:
      return Expected{committed_epoch};
    case reg::kTDrainMax:
      return Expected{t_drain_max};
    case reg::kTSettle:
      return Expected{t_settle};
    case reg::kTRelockMax:
      return Expected{t_relock_max};
    case reg::kDisturb:
      return Expected{disturb};
    case reg::kIrqEnable:
      return Expected{irq_enable, reg::kIrqAll};
    case reg::kIrqTest:
      return Expected{0};
    default:
      break;
  }
  if (const auto src = index_in(reg::kActiveMap, ports, address)) {
    // The contract leaves open what the destination of an invalid entry reads.
    return active[*src] ? Expected{reg::kMapValid | *active[*src]} : Expected{0, reg::kMapValid};
  }
  if (const auto src = index_in(reg::kShadowMap, ports, address)) return Expected{shadow_map[*src]};
  if (const auto act = index_in(reg::kShadowCode, max_actuators, address)) {
    return Expected{shadow_code[*act]};
  }
  if (const auto act = index_in(reg::kActiveCode, max_actuators, address)) {
    return Expected{dac[*act]};
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
