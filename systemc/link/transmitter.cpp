// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/transmitter.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

Transmitter::Transmitter(const sc_core::sc_module_name& name, base::TransceiverId id,
                         const TransceiverParameters& parameters, LinkObserver& observer)
    : sc_core::sc_module(name),
      light_out("light_out"),
      id_(id),
      line_(parameters.line_rate),
      observer_(observer) {
  light_out.bind(no_backward_path_);
  SC_METHOD(line_free);
  dont_initialize();
  sensitive << line_free_event_;
  SC_METHOD(fabric_empty);
  dont_initialize();
  sensitive << fabric_empty_event_;
}

void Transmitter::wake() {
  if (!sending_ && !drain_requested_) {
    send_next();
  }
}

void Transmitter::set_drain(bool requested) {
  if (requested == drain_requested_) {
    return;
  }
  drain_requested_ = requested;
  if (requested) {
    if (!sending_) {
      const base::Picoseconds empty_at = line_.free_at() + fabric_exit_delay_;
      fabric_empty_event_.notify(to_sc_time(std::max(empty_at, now()) - now()));
    }
    return;
  }
  fabric_empty_event_.cancel();
  if (drained_) {
    drained_ = false;
    if (drain_changed_) {
      drain_changed_();
    }
  }
  wake();
}

void Transmitter::line_free() {
  sending_ = false;
  source_->frame_left();
  if (sending_) {
    return;  // frame_left() has woken the line already
  }
  if (drain_requested_) {
    fabric_empty_event_.notify(to_sc_time(fabric_exit_delay_));
  } else {
    send_next();
  }
}

void Transmitter::send_next() {
  Frame* frame = source_->next_frame();
  if (frame == nullptr) {
    return;
  }
  sending_ = true;
  frame->first_bit = now();
  frame->last_bit = line_.send(frame->wire_bits, frame->first_bit);
  line_free_event_.notify(to_sc_time(frame->last_bit - frame->first_bit));
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame->wire_bits);
  }
  observer_.frame_sent(*frame);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  light_out->nb_transport_fw(*frame, phase, delay);
}

void Transmitter::fabric_empty() {
  drained_ = true;
  if (drain_changed_) {
    drain_changed_();
  }
}

}  // namespace heliograph::systemc
