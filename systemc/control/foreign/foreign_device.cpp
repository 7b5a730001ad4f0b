// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/foreign_device.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::systemc {

bool may_skip_edges(const CheckedDevice& device, const RtlPorts& ports) {
  const BoundPin* time = device.find("ptp_ts_i");
  const bool acts_on_time =
      time != nullptr && !time->mapping.stamps_only && device.find("wake_at_o") == nullptr;
  return ports.hazards.empty() && !acts_on_time;
}

bool rising_edges_only(const CheckedDevice& device, const RtlPorts& ports) {
  const BoundPin* clock = device.find("clk_i");
  const BoundPin* reset = device.find("rst_ni");
  if (clock == nullptr || ports.rising_clocks != std::vector<std::string>{clock->port.name}) {
    return false;
  }
  return std::all_of(
      ports.other_edges.begin(), ports.other_edges.end(),
      [reset](const std::string& name) { return reset != nullptr && name == reset->port.name; });
}

ForeignDevice::ForeignDevice(CheckedDevice device, const RtlModel& model, RtlInitialState initial)
    : device_(std::move(device)), instance_(model.library, initial) {
  clock_ = number("clk_i");
  reset_ = number("rst_ni");
  tick_ = number("tick_1us_i");
  time_ = number("ptp_ts_i");
  const BoundPin* reset_pin = find("rst_ni");
  reset_active_high_ = reset_pin != nullptr && reset_pin->mapping.active_high;
  may_be_skipped_ = may_skip_edges(device_, model.ports);
  rising_only_ = rising_edges_only(device_, model.ports);
  for (const auto& [name, value] : device_.constants) {
    instance_.set(instance_.library().port_index(name), value);
  }
}

WordPin ForeignDevice::number(std::string_view pin) const { return {find(pin), instance_, 0}; }

WordPin ForeignDevice::mask(std::string_view pin) const {
  return {find(pin), instance_, device_.ports};
}

MatrixPin ForeignDevice::matrix(std::string_view pin) const {
  return {find(pin), instance_, device_.ports};
}

void ForeignDevice::reset() {
  constexpr unsigned kResetCycles = 4;
  const std::uint64_t active = reset_active_high_ ? 1 : 0;
  clock_.set(0);
  tick_.set(0);
  time_.set(0);
  reset_.set(1 - active);
  settle();
  // A real edge: flops with asynchronous reset are not reset by a level from time 0.
  reset_.set(active);
  settle();
  for (unsigned i = 0; i < kResetCycles; ++i) clock();
  reset_.set(1 - active);
  settle();
}

bool ForeignDevice::set_time(bool tick_1us, std::uint64_t ptp_ts) {
  told_time_ = ptp_ts;
  // Both are at rest before, so that only what is not zero moves a pin.
  moved_ = (tick_1us && tick_.connected()) || (ptp_ts != 0 && time_.connected());
  if (moved_) {
    tick_.set(tick_1us ? 1 : 0);
    time_.set(ptp_ts);
  }
  return moved_;
}

void ForeignDevice::rest() {
  if (!moved_) return;
  moved_ = false;
  tick_.set(0);
  time_.set(0);
  settle();
}

void ForeignDevice::clock(bool may_leave_falling) {
  clock_.set(1);
  settle();
  if (tracing_) {
    trace_time_ = std::max(trace_time_ + period_, told_time_);
    instance_.dump_trace(trace_time_);
  }
  clock_.set(0);
  if (may_leave_falling && rising_only_ && !tracing_) {
    falling_ = true;
    return;
  }
  settle();
  if (tracing_) instance_.dump_trace(trace_time_ + period_ / 2);
}

void ForeignDevice::open_trace(const std::string& path, base::Picoseconds period) {
  period_ = static_cast<std::uint64_t>(std::max<std::int64_t>(period.count(), 2));
  tracing_ = true;
  instance_.open_trace(path);
}

}  // namespace heliograph::systemc
