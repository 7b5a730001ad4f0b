// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/plain_wire.hpp"

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

PlainWire::PlainWire(const sc_core::sc_module_name& name, base::BitRate rate,
                     base::Picoseconds flight, FramePool& pool)
    : sc_core::sc_module(name),
      flight_(flight),
      pool_(pool),
      line_(rate),
      arrivals_("arrivals", [this](Frame* frame) { arrive(*frame); }) {
  SC_METHOD(line_free);
  dont_initialize();
  sensitive << line_free_;
}

void PlainWire::wake() {
  if (sending_ == 0) {
    send_next();
  }
}

void PlainWire::send_next() {
  Frame* frame = source_->next_frame(most_);
  if (frame == nullptr) {
    return;
  }
  sending_ = frame->count;
  frames_ += frame->count;
  frame->flight = flight_;
  frame->first_bit = now();
  frame->pace = line_.send(frame->wire_bits, frame->count, frame->first_bit);
  frame->last_bit = frame->pace.last_bit(frame->count - 1);
  line_free_.notify(to_sc_time(frame->last_bit - frame->first_bit));
  arrivals_.schedule(frame->last_bit + flight_, frame);
}

void PlainWire::line_free() {
  const std::int64_t count = sending_;
  sending_ = 0;
  source_->frames_left(count);
  wake();
}

void PlainWire::arrive(Frame& frame) {
  FrameSink* sink = sink_of_(frame.destination);
  const bool lost = sink == nullptr || (lost_ && lost_(frame));
  if (lost || sink->frame_received(frame, now()) != Reception::taken) {
    lost_payload_ += frame.payload;
  }
  pool_.release(frame);
}

}  // namespace heliograph::systemc
