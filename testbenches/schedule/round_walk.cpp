// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/round_walk.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace heliograph::testbenches {

namespace {

class RoundWalk {
 public:
  RoundWalk(const Schedule& schedule, ReceivePorts ports) : schedule_(schedule), ports_(ports) {
    ranks_.resize(schedule.ranks());
    for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
      const base::RankId id{rank};
      const std::uint32_t streams = schedule.streams(id);
      ranks_[rank].reserve(streams);
      for (std::uint32_t stream = 0; stream < streams; ++stream) {
        ranks_[rank].push_back({schedule.stream(id, base::StreamId{stream})});
      }
    }
  }

  std::vector<SentMessage> run() {
    for (std::uint32_t rank = schedule_.ranks(); rank-- > 0;) {
      for (auto stream = static_cast<std::uint32_t>(ranks_[rank].size()); stream-- > 0;) {
        ready_.push_back({base::RankId{rank}, base::StreamId{stream}});
      }
    }
    while (!ready_.empty()) {
      const Place place = ready_.back();
      ready_.pop_back();
      while (advance(place.rank, place.stream)) {
      }
    }
    return std::move(messages_);
  }

 private:
  /// What is behind a step: `rounds` are over, and the last receive was before `free`.
  struct Reached {
    std::size_t rounds = 0;
    std::size_t free = 0;

    void wait_for(Reached other) {
      rounds = std::max(rounds, other.rounds);
      free = std::max(free, other.free);
    }
  };
  struct Progress {
    StreamInfo info;
    std::vector<Reached> after_step = {};      ///< of the steps done
    std::vector<base::StreamId> waiting = {};  ///< of the same rank, for a step of this one
  };
  struct Place {
    base::RankId rank{};
    base::StreamId stream{};
  };
  struct Connection {
    std::deque<std::size_t> arrived;  ///< messages
    std::optional<Place> waiting;
  };

  bool advance(base::RankId rank, base::StreamId stream) {
    std::vector<Progress>& own = ranks_[base::index(rank)];
    Progress& progress = own[base::index(stream)];
    const auto number = static_cast<std::int64_t>(progress.after_step.size());
    if (number == progress.info.steps) {
      return false;
    }
    const Step step = schedule_.step(rank, stream, number);
    Reached reached = number == 0 ? Reached{} : progress.after_step.back();
    if (step.dependency) {
      Progress& other = own[base::index(step.dependency->stream)];
      const auto awaited = static_cast<std::size_t>(step.dependency->step);
      if (other.after_step.size() <= awaited) {
        other.waiting.push_back(stream);
        return false;
      }
      reached.wait_for(other.after_step[awaited]);
    }
    if (receives(step.kind)) {
      Connection& from = connections_[{*progress.info.receive_peer, rank, progress.info.channel}];
      if (from.arrived.empty()) {
        from.waiting = Place{rank, stream};
        return false;
      }
      std::size_t& round = messages_[from.arrived.front()].round;
      from.arrived.pop_front();
      if (ports_ == ReceivePorts::one) {
        round = std::max(round, reached.free);
      }
      reached.wait_for({round + 1, round + 1});
    }
    if (sends(step.kind)) {
      const base::RankId peer = *progress.info.send_peer;
      Connection& to = connections_[{rank, peer, progress.info.channel}];
      to.arrived.push_back(messages_.size());
      if (to.waiting) {
        ready_.push_back(*to.waiting);
        to.waiting.reset();
      }
      messages_.push_back({reached.rounds, rank, peer, step.count, stream, number});
      ++reached.rounds;
    }
    progress.after_step.push_back(reached);
    for (const base::StreamId other : progress.waiting) {
      ready_.push_back({rank, other});
    }
    progress.waiting.clear();
    return true;
  }

  const Schedule& schedule_;
  ReceivePorts ports_;
  std::vector<std::vector<Progress>> ranks_;
  std::map<std::tuple<base::RankId, base::RankId, std::int32_t>, Connection> connections_;
  std::vector<Place> ready_;  ///< streams that may go on
  std::vector<SentMessage> messages_;
};

}  // namespace

std::vector<SentMessage> walk_rounds(const Schedule& schedule, ReceivePorts ports) {
  return RoundWalk(schedule, ports).run();
}

}  // namespace heliograph::testbenches
