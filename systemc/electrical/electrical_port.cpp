// SPDX-License-Identifier: Apache-2.0
#include "systemc/electrical/electrical_port.hpp"

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

ElectricalPort::ElectricalPort(const sc_core::sc_module_name& name, base::RankId rank,
                               base::BitRate line_rate, ElectricalNetwork& network,
                               LinkObserver& observer)
    : sc_core::sc_module(name),
      rank_(rank),
      network_(network),
      observer_(observer),
      line_(line_rate) {}

void ElectricalPort::wake() {
  if (on_line_ == 0) {
    send_next();
  }
}

void ElectricalPort::ring() {
  const std::int64_t gone = on_line_;
  on_line_ = 0;
  source_->frames_left(gone);
  wake();  // unless frames_left() has done so already
}

void ElectricalPort::send_next() {
  Frame* const frame = source_->next_frame(network_.longest_train_from(rank_));
  if (frame == nullptr) {
    return;
  }
  on_line_ = frame->count;
  frame->first_bit = now();
  frame->pace = line_.send(frame->wire_bits, frame->count, frame->first_bit);
  frame->last_bit = frame->pace.last_bit(frame->count - 1);
  frame->flight = base::Picoseconds(0);
  set(frame->last_bit);
  observer_.frame_sent(*frame);
  network_.inject(*frame);
}

}  // namespace heliograph::systemc
