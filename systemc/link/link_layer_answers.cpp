// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

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

}  // namespace heliograph::systemc
