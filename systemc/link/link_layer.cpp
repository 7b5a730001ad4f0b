// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer.hpp"

#include <algorithm>
#include <limits>

#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_part.hpp"

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
  if (base::index(sender) >= incoming_.size()) {
    incoming_.resize(base::index(sender) + 1);
  }
  Incoming& incoming = incoming_[base::index(sender)];
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

void LinkLayer::read_returns(Outgoing& peer) {
  while (!peer.returns.empty()) {
    const LinkReturn& news = peer.returns.front();
    const std::int64_t known = news.known(now());
    if (known == 0) {
      break;
    }
    const std::uint64_t arrived = news.first + static_cast<std::uint64_t>(known);
    if (arrived > peer.acknowledged) {
      peer.acknowledged = arrived;
      peer.progress = std::max(peer.progress, news.when(known - 1));
      peer.timeouts = 0;
      if (peer.again) {
        peer.again = std::max(*peer.again, arrived);
        end_round_if_done(peer);
      }
    }
    if (parameters_.retry == RetryKind::none) {
      peer.credits.freed(news.channel, news.freed_before + news.freed_each * known);
    }
    if (known < news.count) {
      break;
    }
    peer.returns.pop_front();
  }
  acknowledge(peer);
}

void LinkLayer::acknowledge(Outgoing& peer) {
  // What has arrived has left the receiver's buffer as well: with retries, acknowledgements are all
  // that credits need.
  peer.kept.acknowledge(peer.acknowledged, [&](std::int32_t channel, std::int64_t frames) {
    const std::size_t lane = virtual_channel(channel);
    peer.arrived[lane] += credits_of_frame_ * frames;
    peer.credits.freed(lane, peer.arrived[lane]);
  });
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
      layer->watch(closely);
    }
  }
}

void LinkLayer::watch(bool closely) {
  if (watch_) {
    watch_(closely);
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
  if (neighbours_.loses_notes()) {
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

// What arrives.

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

// What comes back.

void LinkLayer::returned(base::RankId peer, const LinkReturn& news) {
  Outgoing& outgoing = to(peer);
  outgoing.returns.push_back(news);
  if (outgoing.refused_since != base::Picoseconds::never()) {
    wake_at(outgoing.returns.front().when(outgoing.returns.front().known(now())));
  }
  if (outgoing.quiet) {
    expect_quiet(peer, outgoing);
  }
}

void LinkLayer::when_quiet(base::RankId peer, std::function<void()> then) {
  Outgoing& outgoing = to(peer);
  outgoing.quiet = std::move(then);
  watch_peer(peer, true);
  read_returns(outgoing);
  tell_if_quiet(peer, outgoing);
  if (outgoing.quiet) {
    expect_quiet(peer, outgoing);
  }
}

void LinkLayer::expect_quiet(base::RankId destination, const Outgoing& peer) {
  if (peer.returns.empty()) {
    return;  // to be told of with the next frame that arrives
  }
  const LinkReturn& news = peer.returns.back();
  if (news.first + static_cast<std::uint64_t>(news.count) >= peer.next) {
    Moment moment;
    moment.kind = Moment::Kind::quiet;
    moment.peer = static_cast<std::uint32_t>(base::index(destination));
    moments_.schedule(std::max(news.when(news.count - 1), now()), moment);
  }
}

void LinkLayer::tell_if_quiet(base::RankId destination, Outgoing& peer) {
  const bool under_way = parameters_.retry != RetryKind::none && peer.acknowledged != peer.next;
  if (!peer.quiet || under_way) {
    return;
  }
  const std::function<void()> then = std::move(peer.quiet);
  peer.quiet = nullptr;
  watch_peer(destination, watched(peer));
  then();
}

void LinkLayer::missing(base::RankId peer, std::uint64_t sequence, base::Picoseconds delay) {
  missing_.push_back({now() + delay, peer, sequence});
  Moment moment;
  moment.kind = Moment::Kind::missing;
  moments_.schedule(now() + delay, moment);
}

void LinkLayer::rouse() {
  if (!asked_) {
    outlet_->wake();
  }
}

void LinkLayer::heed_missing() {
  for (std::size_t i = 0; i < missing_.size();) {
    const Missing one = missing_[i];
    if (one.when > now()) {
      ++i;
      continue;
    }
    missing_.erase(missing_.begin() + static_cast<std::ptrdiff_t>(i));
    on_missing(one.peer, one.sequence);
  }
}

void LinkLayer::resume_at(base::TransceiverId sender, std::uint64_t sequence,
                          std::vector<std::int64_t> credits_used, base::Picoseconds delay) {
  Moment moment;
  moment.kind = Moment::Kind::resume;
  moment.peer = static_cast<std::uint32_t>(base::index(sender));
  moment.sequence = sequence;
  moment.credits_used = std::move(credits_used);
  moments_.schedule(now() + delay, std::move(moment));
}

void LinkLayer::on_moment(const Moment& moment) {
  switch (moment.kind) {
    case Moment::Kind::wake:
      outlet_->wake();
      return;
    case Moment::Kind::timer:
      on_timer(static_cast<base::RankId>(moment.peer));
      return;
    case Moment::Kind::missing:
      heed_missing();
      return;
    case Moment::Kind::resume:
      on_resume(moment);
      return;
    case Moment::Kind::quiet: {
      const auto destination = static_cast<base::RankId>(moment.peer);
      read_returns(to(destination));
      tell_if_quiet(destination, to(destination));
      return;
    }
  }
}

void LinkLayer::on_missing(base::RankId destination, std::uint64_t sequence) {
  Outgoing& peer = to(destination);
  read_returns(peer);
  if (sequence < peer.abandoned) {
    tell_abandoned(destination, peer);  // the peer has not heard of it
    return;
  }
  if (sequence < peer.acknowledged) {
    return;  // it has come since
  }
  peer.acknowledged = sequence;  // all before it have arrived
  peer.progress = std::max(peer.progress, now());
  acknowledge(peer);
  if (sequence < peer.next) {
    go_back(destination, peer, false);
  } else {
    rouse();  // the window is open
    tell_if_quiet(destination, peer);
  }
}

void LinkLayer::on_resume(const Moment& moment) {
  Incoming& incoming = from(static_cast<base::TransceiverId>(moment.peer));
  incoming.expected = std::max(incoming.expected, moment.sequence);
  incoming.asked = false;
  for (std::size_t c = 0; c < incoming.freed.size(); ++c) {
    incoming.freed[c] = std::max(incoming.freed[c], moment.credits_used[c]);
  }
}

// Going back.

base::Picoseconds LinkLayer::due(const Outgoing& peer) const {
  return std::max(peer.since, peer.progress) + parameters_.replay_timer;
}

void LinkLayer::set_timer(base::RankId destination, Outgoing& peer) {
  if (peer.timer_set) {
    return;
  }
  peer.timer_set = true;
  Moment moment;
  moment.kind = Moment::Kind::timer;
  moment.peer = static_cast<std::uint32_t>(base::index(destination));
  moments_.schedule(std::max(due(peer), now() + parameters_.replay_timer), moment);
}

void LinkLayer::on_timer(base::RankId destination) {
  Outgoing& peer = to(destination);
  peer.timer_set = false;
  watch_peer(destination, true);
  watch_peer(destination, watched(peer));
  read_returns(peer);
  if (!outstanding(peer)) {
    return;
  }
  if (!reaches(destination)) {
    peer.waits_for_circuit = true;
    return;
  }
  if (due(peer) > now()) {
    peer.timer_set = true;
    Moment moment;
    moment.kind = Moment::Kind::timer;
    moment.peer = static_cast<std::uint32_t>(base::index(destination));
    moments_.schedule(due(peer), moment);
    return;
  }
  if (parameters_.retry == RetryKind::none) {
    resynchronise(destination, peer);  // frames that were lost took their credits with them
    rouse();
    return;
  }
  ++peer.timeouts;
  if (peer.timeouts > parameters_.replay_limit) {
    give_up(destination, peer);
  } else {
    go_back(destination, peer, true);
    set_timer(destination, peer);
  }
}

void LinkLayer::go_back(base::RankId destination, Outgoing& peer, bool by_timer) {
  observer_.went_back(id_, destination, by_timer, now());
  peer.again = peer.acknowledged;
  ++peer.rounds;
  peer.since = now();
  if (ask_again_ && !asked_) {
    ask_again_();
  }
  rouse();
}

void LinkLayer::give_up(base::RankId destination, Outgoing& peer) {
  observer_.gave_up(id_, destination, static_cast<std::int64_t>(peer.next - peer.acknowledged),
                    now());
  peer.kept.clear();
  peer.again.reset();
  peer.acknowledged = peer.next;
  peer.timeouts = 0;
  resynchronise(destination, peer);
  rouse();
  tell_if_quiet(destination, peer);
}

void LinkLayer::resynchronise(base::RankId destination, Outgoing& peer) {
  peer.abandoned = peer.next;
  peer.credits_abandoned.clear();
  for (int c = 0; c < parameters_.virtual_channels; ++c) {
    const auto channel = static_cast<std::size_t>(c);
    peer.credits_abandoned.push_back(peer.credits.used(channel));
    peer.arrived[channel] = peer.credits.used(channel);
    peer.credits.freed(channel, peer.credits.used(channel));
  }
  peer.returns.clear();
  tell_abandoned(destination, peer);
}

void LinkLayer::tell_abandoned(base::RankId destination, const Outgoing& peer) {
  for (LinkLayer* layer : neighbours_.all()) {
    if (layer->rank() != destination) {
      continue;
    }
    if (const auto delay = neighbours_.carry(*this, *layer, 1)) {
      layer->resume_at(id_, peer.abandoned, peer.credits_abandoned, *delay);
    }
  }
}

void LinkLayer::circuit_changed() {
  for (std::size_t rank = 0; rank < outgoing_.size(); ++rank) {
    const auto destination = static_cast<base::RankId>(rank);
    if (outgoing_[rank] && outgoing_[rank]->waits_for_circuit && reaches(destination)) {
      outgoing_[rank]->waits_for_circuit = false;
      outgoing_[rank]->since = now();
      set_timer(destination, *outgoing_[rank]);
    }
  }
  rouse();
}

}  // namespace heliograph::systemc
