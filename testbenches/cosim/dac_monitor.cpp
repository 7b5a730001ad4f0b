// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/dac_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

void DacMonitor::reset() {
  waits_ = false;
  begin();
}

void DacMonitor::begin() {
  last_address_.reset();
  sent_ = 0;
}

void DacMonitor::edge(const systemc::ControllerInputs& in, const systemc::ControllerOutputs& out) {
  if (waits_) {
    const bool same = out.dac_valid && out.dac_addr == address_ && out.dac_code == code_;
    board_.check(Rule::dac_stable, same, [&] {
      return out.dac_valid
                 ? fmt::format(
                       "actuator {} code {} became actuator {} code {} before "
                       "dac_ready_i came",
                       address_, code_, out.dac_addr, out.dac_code)
                 : fmt::format("actuator {} code {} was withdrawn before dac_ready_i came",
                               address_, code_);
    });
  }
  if (out.ldac) latch();
  waits_ = out.dac_valid && !in.dac_ready;
  address_ = out.dac_addr;
  code_ = out.dac_code;
  if (out.dac_valid && in.dac_ready) take(out.dac_addr, out.dac_code);
}

void DacMonitor::take(std::uint16_t address, std::uint16_t code) {
  board_.happened("code taken, actuator", address);
  ++sent_;
  board_.check(Rule::dac_address, address < view_.num_act, [&] {
    return fmt::format("a code for actuator {}; NUM_ACT is {}", address, view_.num_act);
  });
  board_.check(Rule::dac_order, !last_address_ || address > *last_address_, [&] {
    return fmt::format("actuator {} after actuator {}", address, *last_address_);
  });
  last_address_ = address;
  if (address >= view_.max_actuators) return;
  board_.check(Rule::codes_needed, view_.dac[address] != code, [&] {
    return fmt::format("actuator {} is sent code {}, which it holds", address, code);
  });
  view_.dac[address] = code;
}

void DacMonitor::latch() {
  std::optional<unsigned> wrong;
  for (unsigned actuator = 0; actuator < view_.num_act && !wrong; ++actuator) {
    if (view_.dac[actuator] != view_.shadow_code[actuator]) wrong = actuator;
  }
  board_.check(Rule::codes_complete, !wrong, [&] {
    return fmt::format("the DACs latch while actuator {} holds code {}; the host wants {}", *wrong,
                       view_.dac[*wrong], view_.shadow_code[*wrong]);
  });
}

}  // namespace heliograph::testbenches
