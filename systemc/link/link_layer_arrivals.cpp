// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_part.hpp"

namespace heliograph::systemc {

Reception LinkLayer::frame_received(Frame& frame, base::Picoseconds available) {
  if (frame.destination != rank_) {
    return sink_->frame_received(frame, available);
  }
  Incoming& incoming = from(frame.sender);
  if (parameters_.retry == RetryKind::none) {
    const Reception reception = sink_->frame_received(frame, available);
    report(frame, incoming, true);
    return reception;
  }
  if (frame.sequence < incoming.last_seen && incoming.asked) {
    incoming.asked = false;  // another round has begun: what is missing now can be asked for again
  }
  const std::uint64_t end = frame.sequence + static_cast<std::uint64_t>(frame.count);
  incoming.last_seen = end - 1;
  if (frame.sequence > incoming.expected) {
    ask_for(frame.sender, incoming, available);
    return Reception::discarded;
  }
  if (end <= incoming.expected) {
    frame.sequence = incoming.expected - static_cast<std::uint64_t>(frame.count);
    report(frame, incoming, false);  // its acknowledgement was lost
    return Reception::discarded;
  }
  if (frame.sequence < incoming.expected) {
    drop_front(frame, static_cast<std::int64_t>(incoming.expected - frame.sequence));
  }
  incoming.expected = end;
  incoming.asked = false;
  const Reception reception = sink_->frame_received(frame, available);
  report(frame, incoming, true);
  return reception;
}

void LinkLayer::frame_damaged(const Frame& frame, base::Picoseconds available) {
  if (parameters_.retry != RetryKind::none && frame.destination == rank_) {
    ask_for(frame.sender, from(frame.sender), available);
  }
}

void LinkLayer::report(const Frame& frame, Incoming& incoming, bool frees_room) {
  const std::size_t channel = virtual_channel(frame.channel);
  LinkReturn news;
  news.pace = frame.pace;
  news.count = frame.count;
  news.first = frame.sequence;
  news.channel = channel;
  news.freed_before = incoming.freed[channel];
  news.freed_each = frees_room ? credits_of_frame_ : 0;
  incoming.freed[channel] += news.freed_each * frame.count;
  LinkLayer* sender = neighbours_.of(frame.sender);
  if (sender == nullptr) {
    return;
  }
  if (const auto delay = neighbours_.carry(*this, *sender, frame.count)) {
    // From the pace: a train may be handed over after its frames have come.
    news.offset = frame.flight + reception_ + *delay;
    sender->returned(rank_, news);
  }
}

void LinkLayer::ask_for(base::TransceiverId sender, Incoming& incoming,
                        base::Picoseconds available) {
  if (incoming.asked) {
    return;
  }
  incoming.asked = true;
  LinkLayer* layer = neighbours_.of(sender);
  if (layer == nullptr) {
    return;
  }
  if (const auto delay = neighbours_.carry(*this, *layer, 1)) {
    layer->missing(rank_, incoming.expected, available + *delay - now());
  }
}

}  // namespace heliograph::systemc
