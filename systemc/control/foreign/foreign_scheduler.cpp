// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/foreign_scheduler.hpp"

#include <algorithm>

namespace heliograph::systemc {

ForeignScheduler::ForeignScheduler(const CheckedDevice& device, const RtlModel& model,
                                   RtlInitialState initial)
    : device_(device, model, initial),
      req_(device_.matrix("req_i")),
      gnt_(device_.matrix("gnt_o")),
      gnt_ready_(device_.number("gnt_ready_i")),
      gnt_valid_(device_.number("gnt_valid_o")),
      gnt_epoch_(device_.number("gnt_epoch_o")),
      slot_start_(device_.number("slot_start_o")),
      slot_idx_(device_.number("slot_idx_o")),
      slot_active_(device_.number("slot_active_o")),
      wake_at_(device_.number("wake_at_o")) {
  reset();
}

void ForeignScheduler::reset() {
  drive(SchedulerInputs{});
  device_.reset();
}

void ForeignScheduler::drive(const SchedulerInputs& inputs) {
  (void)device_.set_time(inputs.tick_1us, inputs.ptp_ts);
  if (req_.connected()) req_.set(inputs.req);
  gnt_ready_.set(inputs.gnt_ready ? 1 : 0);
}

void ForeignScheduler::sample() {
  if (gnt_.connected()) gnt_.get(outputs_.gnt);
  outputs_.gnt_valid = gnt_valid_.connected()
                           ? gnt_valid_.get() != 0
                           : std::any_of(outputs_.gnt.begin(), outputs_.gnt.end(),
                                         [](std::uint32_t word) { return word != 0; });
  outputs_.gnt_epoch = static_cast<std::uint16_t>(gnt_epoch_.get());
  outputs_.slot_start = slot_start_.get() != 0;
  outputs_.slot_idx = static_cast<std::uint16_t>(slot_idx_.get());
  outputs_.slot_active = slot_active_.get() != 0;
  outputs_.wake_at = wake_at_.connected() ? wake_at_.get() : kNeverWakes;
}

const SchedulerOutputs& ForeignScheduler::cycle(const SchedulerInputs& inputs) {
  drive(inputs);
  device_.settle();
  sample();
  device_.clock();
  device_.rest();
  return outputs_;
}

ForeignCrossbar::ForeignCrossbar(const CheckedDevice& device, const RtlModel& model,
                                 RtlInitialState initial)
    : device_(device, model, initial),
      offers_(device.ports),
      valid_(device_.mask("req_valid_i")),
      ready_(device_.mask("req_ready_o")) {
  const BoundPin* destination = device_.find("req_dst_i");
  RtlPort port = destination->port;
  destination_bits_ = port.width / device.ports;
  // Within a destination bits count from the right, whichever way they are numbered.
  if (port.packed.size() + port.unpacked.size() == 2 && !port.packed.empty()) {
    RtlRange& inner = port.packed.back();
    inner = {static_cast<int>(inner.size()) - 1, 0};
  }
  const std::uint32_t index = device_.instance().library().port_index(port.name);
  destination_storage_ = device_.instance().storage(index);
  destination_order_ = storage_order(
      port, device_.instance().library().model().ports[index].element_bytes, device.ports, false);
  reset();
}

void ForeignCrossbar::reset() {
  std::fill(offers_.begin(), offers_.end(), Offer());
  valid_.set(0);
  put_destinations();
  device_.reset();
}

void ForeignCrossbar::offer(const GrantMatrix& requests) {
  const unsigned ports = device_.ports();
  for (unsigned source = 0; source < ports; ++source) {
    Offer& mine = offers_[source];
    for (unsigned i = 0; i < ports && !mine.valid; ++i) {
      const unsigned destination = (mine.next + i) % ports;
      const unsigned bit = source * ports + destination;
      if (((requests[bit / 32] >> (bit % 32)) & 1U) == 0) continue;
      mine.valid = true;
      mine.destination = destination;
    }
  }
}

void ForeignCrossbar::put_destinations() {
  auto* bytes = static_cast<std::uint8_t*>(destination_storage_);
  for (std::size_t i = 0; i < destination_order_.size(); ++i) {
    const Offer& mine = offers_[i / destination_bits_];
    const bool set = ((mine.destination >> (i % destination_bits_)) & 1U) != 0;
    std::uint8_t& byte = bytes[destination_order_[i].byte];
    const unsigned mask = destination_order_[i].mask;
    byte = static_cast<std::uint8_t>(set ? byte | mask : byte & ~mask);
  }
}

const SchedulerOutputs& ForeignCrossbar::cycle(const SchedulerInputs& inputs) {
  const unsigned ports = device_.ports();
  offer(inputs.req);
  std::uint64_t valid = 0;
  for (unsigned source = 0; source < ports; ++source) {
    if (offers_[source].valid) valid |= std::uint64_t{1} << source;
  }
  (void)device_.set_time(inputs.tick_1us, inputs.ptp_ts);
  valid_.set(valid);
  put_destinations();
  device_.settle();
  const std::uint64_t taken = valid & ready_.get();
  outputs_.gnt.fill(0);
  outputs_.gnt_valid = taken != 0;
  for (unsigned source = 0; source < ports; ++source) {
    if (((taken >> source) & 1U) == 0) continue;
    Offer& mine = offers_[source];
    const unsigned bit = source * ports + mine.destination;
    outputs_.gnt[bit / 32] |= 1U << (bit % 32);
    mine.valid = false;
    mine.next = (mine.destination + 1) % ports;
  }
  device_.clock();
  device_.rest();
  return outputs_;
}

}  // namespace heliograph::systemc
