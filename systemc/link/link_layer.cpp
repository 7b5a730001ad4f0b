// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer.hpp"

#include <algorithm>
#include <limits>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

}  // namespace

LinkLayer::LinkLayer(const sc_core::sc_module_name& name, base::TransceiverId id, base::RankId rank,
                     const LinkLayerParameters& parameters, base::Bytes frame,
                     base::Picoseconds reception, FramePool& pool, LinkNeighbours& neighbours,
                     LinkLayerObserver& observer)
    : sc_core::sc_module(name),
      id_(id),
      rank_(rank),
      parameters_(parameters),
      credits_of_frame_(parameters.credits_for(frame)),
      reception_(reception),
      pool_(pool),
      neighbours_(neighbours),
      observer_(observer),
      moments_("moments", [this](const Moment& moment) { on_moment(moment); }) {
  neighbours.add(*this);
}

LinkLayer::Outgoing& LinkLayer::to(base::RankId peer) {
  if (base::index(peer) >= outgoing_.size()) {
    outgoing_.resize(base::index(peer) + 1);
  }
  std::unique_ptr<Outgoing>& slot = outgoing_[base::index(peer)];
  if (!slot) {
    slot = std::make_unique<Outgoing>(pool_, parameters_);
  }
  return *slot;
}

LinkLayer::Incoming& LinkLayer::from(base::TransceiverId sender) {
  Incoming& incoming = neighbours_.incoming(rank_, sender);
  incoming.freed.resize(static_cast<std::size_t>(parameters_.virtual_channels));
  return incoming;
}

std::size_t LinkLayer::virtual_channel(std::int32_t channel) const {
  const std::int32_t channels = parameters_.virtual_channels;
  return static_cast<std::size_t>(((channel % channels) + channels) % channels);
}

bool LinkLayer::outstanding(const Outgoing& peer) const {
  return parameters_.retry == RetryKind::none ? peer.refused_since != base::Picoseconds::never()
                                              : peer.acknowledged != peer.next;
}

bool LinkLayer::watched(const Outgoing& peer) {
  return peer.refused_since != base::Picoseconds::never() || peer.quiet;
}

std::int64_t LinkLayer::unacknowledged(base::RankId peer) {
  Outgoing& outgoing = to(peer);
  watch_peer(peer, true);
  watch_peer(peer, watched(outgoing));
  read_returns(outgoing);
  return static_cast<std::int64_t>(outgoing.next - outgoing.acknowledged);
}

std::int64_t LinkLayer::room(Outgoing& peer, std::size_t channel) const {
  std::int64_t frames = kNoLimit;
  if (parameters_.retry != RetryKind::none) {
    frames = parameters_.replay_window - static_cast<std::int64_t>(peer.next - peer.acknowledged);
  }
  if (parameters_.flow_control == FlowControl::credits) {
    frames = std::min(frames, peer.credits.available(channel) / credits_of_frame_);
  }
  return frames;
}

std::int64_t LinkLayer::frames_to(base::RankId destination, std::int32_t channel) {
  Outgoing& peer = to(destination);
  const std::size_t lane = virtual_channel(channel);
  read_returns(peer);
  std::int64_t frames = room(peer, lane);
  if (frames <= 0) {
    // Frames of a train that have arrived are told of when somebody asks.
    watch_peer(destination, true);
    read_returns(peer);
    frames = room(peer, lane);
    if (frames <= 0) {
      const bool window_full =
          parameters_.retry != RetryKind::none &&
          peer.next - peer.acknowledged >= static_cast<std::uint64_t>(parameters_.replay_window);
      refuse(destination, peer, !window_full);
      return 0;
    }
    watch_peer(destination, watched(peer));
  }
  return frames;
}

void LinkLayer::watch_peer(base::RankId destination, bool closely) {
  for (LinkLayer* layer : neighbours_.all()) {
    if (layer->rank() == destination) {
      layer->watch(id_, closely);
    }
  }
}

void LinkLayer::watch(base::TransceiverId who, bool closely) {
  const auto found = std::find(watchers_.begin(), watchers_.end(), who);
  if (closely && found == watchers_.end()) {
    watchers_.push_back(who);
  } else if (!closely && found != watchers_.end()) {
    watchers_.erase(found);
  }
  if (watch_) {
    watch_(!watchers_.empty());
  }
}

void LinkLayer::refuse(base::RankId destination, Outgoing& peer, bool for_credit) {
  if (peer.refused_since == base::Picoseconds::never()) {
    peer.refused_since = now();
  }
  peer.refused_for_credit = for_credit;
  if (!peer.returns.empty()) {
    const LinkReturn& news = peer.returns.front();
    wake_at(news.when(news.known(now())));
  }
  set_timer(destination, peer);
}

void LinkLayer::wake_at(base::Picoseconds when) {
  if (wake_at_ > now() && wake_at_ <= when) {
    return;  // it is asked again then
  }
  wake_at_ = when;
  moments_.schedule(when, Moment());
}

void LinkLayer::end_refusal(base::RankId destination, Outgoing& peer) {
  if (peer.refused_since == base::Picoseconds::never()) {
    return;
  }
  if (peer.refused_since != now()) {
    observer_.waited(id_, destination, peer.refused_for_credit, now() - peer.refused_since);
  }
  peer.refused_since = base::Picoseconds::never();
  watch_peer(destination, watched(peer));
}

void LinkLayer::wake() { outlet_->wake(); }

Frame* LinkLayer::repeat() {
  for (std::size_t rank = 0; rank < outgoing_.size(); ++rank) {
    const auto destination = static_cast<base::RankId>(rank);
    if (!outgoing_[rank] || !outgoing_[rank]->again || !reaches(destination)) {
      continue;
    }
    Outgoing& peer = *outgoing_[rank];
    read_returns(peer);
    if (!peer.again) {
      continue;
    }
    // One by one: an acknowledgement on its way may make the rest needless.
    Frame& frame = peer.kept.again(*peer.again, 1);
    given(destination, peer, frame, true);
    return &frame;
  }
  return nullptr;
}

Frame* LinkLayer::next_frame(std::int64_t most) {
  if (neighbours_.loses_notes() || careful_) {
    most = 1;  // whether a frame's note is lost is drawn for each
  }
  asked_ = true;
  heed_missing();  // whatever of this instant comes first
  asked_ = false;
  if (parameters_.retry != RetryKind::none) {
    if (Frame* frame = repeat()) {
      return frame;
    }
  }
  Frame* frame = source_->next_frame(most);
  if (frame == nullptr) {
    return nullptr;
  }
  Outgoing& peer = to(frame->destination);
  end_refusal(frame->destination, peer);
  frame->sender = id_;
  frame->sequence = peer.next;
  peer.next += static_cast<std::uint64_t>(frame->count);
  if (parameters_.retry != RetryKind::none) {
    peer.kept.keep(*frame);
  }
  given(frame->destination, peer, *frame, false);
  if (parameters_.flow_control == FlowControl::credits) {
    peer.credits.use(given_channel_, credits_of_frame_ * frame->count);
  }
  return frame;
}

void LinkLayer::given(base::RankId destination, Outgoing& peer, const Frame& frame, bool again) {
  if (left_at_ != now() || given_to_ != destination) {
    peer.since = now();
  }
  given_to_ = destination;
  given_channel_ = virtual_channel(frame.channel);
  given_ = frame.count;
  given_again_ = again;
  given_payload_ = frame.payload;
  given_sequence_ = frame.sequence;
  given_round_ = peer.rounds;
  if (parameters_.retry != RetryKind::none) {
    set_timer(destination, peer);
  }
}

void LinkLayer::frames_left(std::int64_t count) {
  Outgoing& peer = to(given_to_);
  left_at_ = now();
  if (given_again_) {
    if (count > 0) {
      observer_.frame_repeated(id_, given_to_, given_payload_);
    }
    // An acknowledgement may have moved it on, or another round begun, while it was on the line.
    if (peer.again && given_round_ == peer.rounds) {
      peer.again = std::max(*peer.again, given_sequence_ + static_cast<std::uint64_t>(count));
    }
    end_round_if_done(peer);
    return;
  }
  const std::int64_t back = given_ - count;
  peer.next -= static_cast<std::uint64_t>(back);
  if (parameters_.retry != RetryKind::none && back > 0) {
    peer.kept.shorten_last(count);
  }
  if (parameters_.flow_control == FlowControl::credits) {
    peer.credits.use(given_channel_, -credits_of_frame_ * back);
  }
  end_round_if_done(peer);
  source_->frames_left(count);
}

void LinkLayer::end_round_if_done(Outgoing& peer) {
  if (peer.again && *peer.again >= peer.next) {
    peer.again.reset();
  }
}

}  // namespace heliograph::systemc
