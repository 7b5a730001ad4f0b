// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/actuator_codes.hpp"

#include <algorithm>
#include <tuple>

namespace heliograph::systemc {

bool ActuatorCodes::Stream::operator==(const Stream& other) const {
  const auto tie = [](const Stream& s) {
    return std::tie(s.running, s.at_end, s.index, s.count, s.valid, s.address, s.code);
  };
  return tie(*this) == tie(other);
}

ActuatorCodes::ActuatorCodes(unsigned max_actuators)
    : shadow_(max_actuators), active_(max_actuators) {}

void ActuatorCodes::reset() {
  std::fill(shadow_.begin(), shadow_.end(), std::uint16_t{0});
  std::fill(active_.begin(), active_.end(), std::uint16_t{0});
  stream_ = Stream{};
}

bool ActuatorCodes::done() const { return stream_.running && stream_.at_end && !stream_.valid; }

bool ActuatorCodes::clock(bool start, unsigned num_actuators, bool dac_ready) {
  Stream next = stream_;
  if (start) {
    next.running = true;
    next.at_end = num_actuators == 0;
    next.index = 0;
    next.count = 0;
  } else if (stream_.running) {
    if (done()) next.running = false;
    if (!stream_.valid || dac_ready) look_at_next(num_actuators, next);
  }
  if (stream_.valid && dac_ready) active_[stream_.address] = stream_.code;
  const bool changed = !(next == stream_);
  stream_ = next;
  return changed;
}

void ActuatorCodes::look_at_next(unsigned num_actuators, Stream& next) const {
  next.valid = false;
  if (stream_.at_end) return;
  const std::uint16_t wanted = shadow_[stream_.index];
  if (wanted != active_[stream_.index]) {
    next.valid = true;
    next.address = stream_.index;
    next.code = wanted;
    ++next.count;
  }
  ++next.index;
  next.at_end = next.index == num_actuators;
}

void ActuatorCodes::drive(ControllerOutputs& outputs) const {
  outputs.dac_valid = stream_.valid;
  outputs.dac_addr = stream_.address;
  outputs.dac_code = stream_.code;
}

}  // namespace heliograph::systemc
