// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/dac_bank.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

DacBank::DacBank(const sc_core::sc_module_name& name, std::size_t actuators, unsigned chains,
                 base::Picoseconds write_time, Latched latched)
    : sc_core::sc_module(name),
      write_time_(write_time),
      latched_(std::move(latched)),
      input_(actuators),
      chain_free_at_(chains) {
  SC_METHOD(chain_free);
  dont_initialize();
  sensitive << chain_free_event_;
}

bool DacBank::ready() const {
  return !latch_pending_ &&
         *std::min_element(chain_free_at_.begin(), chain_free_at_.end()) <= now();
}

void DacBank::write(base::ActuatorId actuator, photonics::DacCode code) {
  if (!ready()) {
    throw std::logic_error(std::string(name()) + ": a code came while no chain was free");
  }
  const auto chain = std::min_element(chain_free_at_.begin(), chain_free_at_.end());
  *chain = now() + write_time_;
  chain_free_event_.notify(to_sc_time(write_time_));
  if (base::index(actuator) < input_.size()) {
    input_[base::index(actuator)] = code;
  }
  if (written_listener_) {
    written_listener_();
  }
}

void DacBank::latch() {
  latch_pending_ = true;
  chain_free();
}

void DacBank::chain_free() {
  const base::Picoseconds present = now();
  const auto last = std::max_element(chain_free_at_.begin(), chain_free_at_.end());
  if (latch_pending_ && *last <= present) {
    take_effect();
  }
  // The kernel keeps only the earliest notification, so the later ends are asked for one by one.
  base::Picoseconds next = base::Picoseconds::never();
  for (const base::Picoseconds end : chain_free_at_) {
    if (end > present) {
      next = std::min(next, end);
    }
  }
  if (next != base::Picoseconds::never()) {
    chain_free_event_.notify(to_sc_time(next - present));
  }
  if (ready() && ready_listener_) {
    ready_listener_();
  }
}

void DacBank::take_effect() {
  latch_pending_ = false;
  latched_(input_);
}

}  // namespace heliograph::systemc
