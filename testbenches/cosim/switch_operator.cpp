// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/switch_operator.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

constexpr unsigned kMostCodesChanged = 40;

}  // namespace

void SwitchOperator::configure(unsigned actuators) {
  bench_.write(reg::kCtrl, reg::kCtrlEnable);
  bench_.write(reg::kNumAct, std::min(actuators, bench_.max_actuators()));
  set_timers(reg::timer_cycles(60), reg::timer_cycles(12), reg::timer_cycles(80));
}

void SwitchOperator::set_timers(std::uint32_t drain, std::uint32_t settle, std::uint32_t relock) {
  bench_.write(reg::kTDrainMax, drain);
  bench_.write(reg::kTSettle, settle);
  bench_.write(reg::kTRelockMax, relock);
}

void SwitchOperator::set_map(const PortMap& map) {
  for (unsigned src = 0; src < ports(); ++src) {
    const std::uint32_t word = map[src] ? reg::kMapValid | *map[src] : 0;
    if (bench_.monitors().view().shadow_map[src] == word) continue;
    bench_.write(reg::entry(reg::kShadowMap, src), word);
  }
}

void SwitchOperator::set_code(unsigned actuator, std::uint16_t code) {
  bench_.write(reg::entry(reg::kShadowCode, actuator), code);
}

void SwitchOperator::change_codes() {
  const std::uint32_t in_use = bench_.monitors().view().num_act;
  if (in_use == 0) return;
  const unsigned changes = dice_.below(std::min(in_use / 3 + 2, kMostCodesChanged));
  for (unsigned i = 0; i < changes; ++i) {
    set_code(dice_.below(in_use), static_cast<std::uint16_t>(dice_.word()));
  }
}

bool SwitchOperator::commit(std::uint16_t epoch) {
  epoch_ = epoch;
  return bench_.write(reg::kCommit, epoch).okay();
}

void SwitchOperator::run() {
  commit(next_epoch());
  bench_.wait_until_idle();
}

void SwitchOperator::look() {
  check_last_error();
  bench_.read(reg::kIrqState);
  bench_.read(reg::kActiveEpoch);
  bench_.read(reg::kPortIsolate);
  bench_.read(reg::entry(reg::kActiveMap, dice_.below(ports())));
  const std::uint32_t in_use = bench_.monitors().view().num_act;
  if (in_use != 0) bench_.read(reg::entry(reg::kActiveCode, dice_.below(in_use)));
  bench_.steps(3);
}

void SwitchOperator::check_last_error() {
  const BusAnswer status = bench_.read(reg::kStatus);
  const std::uint32_t error = status.data >> reg::kStatusLastErrorShift & 0xFF;
  systemc::ControlEvent wanted = systemc::ControlEvent::kNone;
  switch (bench_.monitors().sequence().last_outcome()) {
    case Outcome::illegal:
      wanted = systemc::ControlEvent::kIllegalMap;
      break;
    case Outcome::drain_timeout:
      wanted = systemc::ControlEvent::kDrainTimeout;
      break;
    case Outcome::relock_timeout:
      wanted = systemc::ControlEvent::kRelockTimeout;
      break;
    case Outcome::active:
      break;
    case Outcome::lost:
      return;
  }
  // A commit that was refused meanwhile is an error too, and perhaps the last.
  const bool refused = error == static_cast<std::uint32_t>(systemc::ControlEvent::kCommitBusy);
  bench_.board().check(Rule::reg_value,
                       refused || error == static_cast<std::uint32_t>(wanted) ||
                           bench_.monitors().sequence().reconfigurations() == 0,
                       [&] {
                         return fmt::format(
                             "STATUS.LAST_ERROR is {}; the last reconfiguration ended with {}",
                             error, static_cast<unsigned>(wanted));
                       });
}

PortMap SwitchOperator::rotation(unsigned by) const {
  PortMap map{};
  for (unsigned src = 0; src < ports(); ++src) {
    map[src] = static_cast<std::uint8_t>((src + by) % ports());
  }
  return map;
}

PortMap SwitchOperator::random_map() {
  std::vector<std::uint8_t> outputs;
  outputs.reserve(ports());
  for (unsigned port = 0; port < ports(); ++port) {
    outputs.push_back(static_cast<std::uint8_t>(port));
  }
  for (unsigned i = ports(); i > 1; --i) std::swap(outputs[i - 1], outputs[dice_.below(i)]);
  PortMap map{};
  const unsigned density = 1 + dice_.below(4);
  for (unsigned src = 0; src < ports(); ++src) {
    if (dice_.below(4) < density) map[src] = outputs[src];
  }
  return map;
}

PortMap SwitchOperator::small_change() {
  PortMap map = bench_.monitors().view().active;
  const unsigned a = dice_.below(ports());
  const unsigned b = dice_.below(ports());
  if (a != b && (map[a] || map[b])) {
    std::swap(map[a], map[b]);
  } else if (map[a]) {
    map[a].reset();
  } else {
    const std::uint32_t free = all_ports(ports()) & ~bench_.monitors().view().connected;
    for (unsigned dst = 0; dst < ports(); ++dst) {
      if ((free >> dst & 1U) == 0) continue;
      map[a] = static_cast<std::uint8_t>(dst);
      break;
    }
  }
  return map;
}

void SwitchOperator::queue_noise() {
  BusHost& host = bench_.host();
  const std::uint32_t in_use = std::max(bench_.monitors().view().num_act, 1U);
  switch (dice_.below(14)) {
    case 0:
      return host.write(reg::kScratch, dice_.word(), static_cast<std::uint8_t>(dice_.below(16)));
    case 1:
      return host.write(reg::kIrqEnable, dice_.word());
    case 2:
      return host.write(reg::kIrqState, dice_.word());
    case 3:
      return host.write(reg::kIrqTest, std::uint32_t{1} << dice_.below(5));
    case 4:  // locked, or an address that is not there
      return host.write(reg::entry(reg::kShadowMap, dice_.below(ports() + 2)), dice_.word());
    case 5:
      return host.write(dice_.one_in(2) ? reg::kNumAct : reg::kTSettle, dice_.below(8));
    case 6:
      return host.write(reg::entry(reg::kShadowCode, dice_.below(in_use)), dice_.word());
    case 7:
      return host.write(static_cast<std::uint16_t>(0x0300 + dice_.below(0x100)), dice_.word());
    case 8:
      return host.read(static_cast<std::uint16_t>(0x0300 + dice_.below(0x100)));
    case 9:
      return host.read(static_cast<std::uint16_t>(reg::kPortLos + 4 * dice_.below(4)));
    case 10:
      return host.read(reg::entry(reg::kActiveMap, dice_.below(ports())));
    case 11:
      return host.read(reg::entry(reg::kActiveCode, dice_.below(in_use)));
    case 12:
      return host.read(reg::kIrqState);
    default:
      return host.read(static_cast<std::uint16_t>(4 * dice_.below(16)));
  }
}

}  // namespace heliograph::testbenches
