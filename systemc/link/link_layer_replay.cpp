// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

base::Picoseconds LinkLayer::due(const Outgoing& peer) const {
  return std::max(peer.since, peer.progress) + parameters_.replay_timer;
}

void LinkLayer::set_timer(base::RankId destination, Outgoing& peer) {
  if (!peer.timer_set) {
    schedule_timer(destination, peer, std::max(due(peer), now() + parameters_.replay_timer));
  }
}

void LinkLayer::schedule_timer(base::RankId destination, Outgoing& peer, base::Picoseconds when) {
  peer.timer_set = true;
  Moment moment;
  moment.kind = Moment::Kind::timer;
  moment.peer = static_cast<std::uint32_t>(base::index(destination));
  moments_.schedule(when, std::move(moment));
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
    schedule_timer(destination, peer, due(peer));
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
  careful_ = true;
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
    return;  // its ports know of each other
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
