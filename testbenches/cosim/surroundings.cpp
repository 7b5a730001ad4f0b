// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/surroundings.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::uint32_t kMostBlink = 4;  // cycles

}  // namespace

void Surroundings::reset() {
  circuits_.fill(std::nullopt);
  drain_in_.fill(0);
  light_in_.fill(0);
  lock_in_.fill(0);
  fed_ = draining_ = lock_ = 0;
  los_ = all_ports(ports_);
  tick_in_ = 0;
}

bool Surroundings::is_dead(unsigned output) const {
  if ((manners_.dead_outputs >> output & 1U) != 0) return true;
  for (unsigned src = 0; src < ports_; ++src) {
    if (circuits_[src] == output) return (manners_.dead_inputs >> src & 1U) != 0;
  }
  return true;  // no circuit ends here
}

void Surroundings::next(systemc::ControllerInputs& inputs) {
  inputs.tick_1us = false;
  if (manners_.tick_period != 0) {
    if (tick_in_ == 0) tick_in_ = manners_.tick_period;
    inputs.tick_1us = --tick_in_ == 0;
  }
  inputs.gnt_ready = manners_.slow_grants != 0 && dice_.one_in(manners_.slow_grants);
  inputs.dac_ready = manners_.slow_dac != 0 && dice_.one_in(manners_.slow_dac);
  inputs.drain_ack = 0;
  if (manners_.blink != 0 && dice_.one_in(manners_.blink)) {
    const unsigned port = dice_.below(ports_);
    los_ |= std::uint32_t{1} << port;
    light_in_[port] = dice_.below(kMostBlink);
  }
  for (unsigned port = 0; port < ports_; ++port) {
    const std::uint32_t bit = std::uint32_t{1} << port;
    if ((draining_ & bit & ~manners_.never_acknowledge) != 0) {
      if (drain_in_[port] != 0) {
        --drain_in_[port];
      } else {
        inputs.drain_ack |= bit;
      }
    }
    if ((fed_ & bit) == 0 || is_dead(port)) {
      los_ |= bit;
      lock_ &= ~bit;
    } else if (light_in_[port] != 0) {
      --light_in_[port];
      los_ |= bit;
      lock_ &= ~bit;
    } else {
      los_ &= ~bit;
      if (lock_in_[port] != 0) {
        --lock_in_[port];
        const bool early = manners_.flicker && dice_.one_in(4);
        lock_ = early ? lock_ | bit : lock_ & ~bit;
      } else if ((manners_.deaf_outputs & bit) == 0) {
        lock_ |= bit;
      } else {
        lock_ &= ~bit;
      }
    }
  }
  inputs.los = los_;
  inputs.cdr_lock = lock_;
  inputs.fec_deg = manners_.degraded & fed_;
}

void Surroundings::sampled(const systemc::ControllerOutputs& outputs) {
  const std::uint32_t begun = outputs.drain_req & ~draining_;
  for (unsigned port = 0; port < ports_; ++port) {
    if ((begun >> port & 1U) != 0) drain_in_[port] = dice_.below(manners_.most_drain + 1);
  }
  draining_ = outputs.drain_req;
}

void Surroundings::latched(const CommitRecord& commit) {
  circuits_ = commit.wanted;
  fed_ = commit.connected;
  for (unsigned port = 0; port < ports_; ++port) {
    const std::uint32_t bit = std::uint32_t{1} << port;
    if ((commit.broken & bit) == 0) continue;
    los_ |= bit;
    lock_ &= ~bit;
    light_in_[port] = dice_.below(manners_.most_dark + 1);
    lock_in_[port] = dice_.below(manners_.most_lock + 1);
  }
}

}  // namespace heliograph::testbenches
