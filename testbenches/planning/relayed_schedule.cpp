// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/relayed_schedule.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "testbenches/planning/flow_router.hpp"

namespace heliograph::testbenches {

namespace {

using Way = std::vector<base::RankCircuit>;
using Connection = std::tuple<base::RankId, base::RankId, std::int32_t>;

/// A way of several hops that messages of one connection take, on a channel of its own.
struct RelayLane {
  Way way;
  std::int32_t channel = 0;
  std::vector<std::int64_t> counts;  ///< chunks of its messages, in order
};

/// Which way each message of a plan goes.
class PlannedWays {
 public:
  PlannedWays(const Schedule& schedule, ReceivePorts ports, const CircuitPlan& plan,
              const CircuitPlanner& planner)
      : planner_(planner) {
    for (const PlannedRound& round : plan.rounds) {
      by_round_[round.round].push_back(&round);
    }
    std::vector<SentMessage> messages = walk_rounds(schedule, ports);
    std::sort(messages.begin(), messages.end(), [](const SentMessage& a, const SentMessage& b) {
      return std::tie(a.from, a.stream, a.step) < std::tie(b.from, b.stream, b.step);
    });
    for (const SentMessage& message : messages) {
      const std::int32_t channel = schedule.stream(message.from, message.stream).channel;
      last_channel_ = std::max(last_channel_, channel);
      lanes_of_[{message.from, message.to, channel}].push_back(lane(message, channel));
    }
    for (RelayLane& lane : lanes_) {
      lane.channel = ++last_channel_;
    }
  }

  /// By message of a connection in order: its lane, or nothing where it goes directly.
  [[nodiscard]] std::optional<std::size_t> lane_of(const Connection& connection,
                                                   std::size_t message) const {
    return lanes_of_.at(connection).at(message);
  }
  [[nodiscard]] const std::vector<RelayLane>& lanes() const { return lanes_; }

 private:
  std::optional<std::size_t> lane(const SentMessage& message, std::int32_t channel) {
    const auto from = static_cast<std::uint32_t>(message.from);
    const auto to = static_cast<std::uint32_t>(message.to);
    const RankTopology& topology = planner_.topology(topology_of(message.round, from, to));
    if (topology.contains({message.from, message.to})) {
      return std::nullopt;
    }
    Way way = router_.way(topology, from, to);
    const auto key = std::pair(Connection{message.from, message.to, channel}, way);
    const auto [known, is_new] = numbers_.emplace(key, lanes_.size());
    if (is_new) {
      lanes_.push_back({std::move(way), 0, {}});
    }
    lanes_[known->second].counts.push_back(message.chunks);
    return known->second;
  }

  [[nodiscard]] std::size_t topology_of(std::size_t round, std::uint32_t from,
                                        std::uint32_t to) const {
    const std::vector<const PlannedRound*>& parts = by_round_.at(round);
    for (const PlannedRound* part : parts) {
      const FlowPattern& flows = planner_.flows(*part);
      const auto found = std::lower_bound(flows.begin(), flows.end(), RankFlow{from, to, 0});
      if (found != flows.end() && found->from == from && found->to == to) {
        return part->topology;
      }
    }
    return parts.front()->topology;
  }

  const CircuitPlanner& planner_;
  FlowRouter router_;
  std::map<std::size_t, std::vector<const PlannedRound*>> by_round_;
  std::map<std::pair<Connection, Way>, std::size_t> numbers_;
  std::map<Connection, std::vector<std::optional<std::size_t>>> lanes_of_;
  std::vector<RelayLane> lanes_;
  std::int32_t last_channel_ = 0;
};

/// Rewrites one rank: steps whose message takes several hops move to streams of their own.
class RankRewriter {
 public:
  RankRewriter(base::RankId rank, RankDraft draft, const PlannedWays& ways)
      : rank_(rank), old_(std::move(draft)), ways_(ways) {
    made_.chunks = old_.chunks;
    made_.streams.resize(old_.streams.size());
    for (std::size_t stream = 0; stream < old_.streams.size(); ++stream) {
      made_.streams[stream].channel = old_.streams[stream].channel;
      done_at_.emplace_back(old_.streams[stream].steps.size());
    }
  }

  RankDraft run() {
    for (std::size_t stream = 0; stream < old_.streams.size(); ++stream) {
      last_.reset();
      for (std::size_t step = 0; step < old_.streams[stream].steps.size(); ++step) {
        rewrite(stream, step);
      }
    }
    add_relays();
    // What waited for a step of the old streams waits for where its last part is now.
    for (const auto& [place, awaited] : to_mend_) {
      made_.streams[place.first].steps[place.second].dependency =
          done_at_[base::index(awaited.stream)][static_cast<std::size_t>(awaited.step)];
    }
    return std::move(made_);
  }

 private:
  using Place = std::pair<std::size_t, std::size_t>;  ///< new stream, step

  void rewrite(std::size_t number, std::size_t index) {
    const StreamDraft& stream = old_.streams[number];
    Step step = stream.steps[index];
    const auto in =
        receives(step.kind) ? next_lane(*stream.receive_peer, rank_, stream.channel) : std::nullopt;
    const auto out =
        sends(step.kind) ? next_lane(rank_, *stream.send_peer, stream.channel) : std::nullopt;
    const std::optional<StepDependency> waits = step.dependency;
    step.dependency.reset();
    const bool is_here = !last_ || base::index(last_->stream) == number;
    const bool is_direct = !in && !out;
    if (waits && !(is_direct && is_here)) {
      // A step waits for one other only: no-ops wait for what was before, and for this.
      if (!is_here) {
        append(number, Step{});
      }
      to_mend_.emplace_back(append(number, Step{}), *waits);
    }
    if (!in && !out) {
      if (receives(step.kind)) {
        made_.streams[number].receive_peer = stream.receive_peer;
      }
      if (sends(step.kind)) {
        made_.streams[number].send_peer = stream.send_peer;
      }
      const Place place = append(number, step);
      if (waits && is_here) {
        to_mend_.emplace_back(place, *waits);
      }
    } else {
      split(number, step, in, out);
    }
    done_at_[number][index] = *last_;
  }

  /// A step of which one side, or both, is relayed: what it receives, then what it sends.
  void split(std::size_t number, Step step, std::optional<std::size_t> in,
             std::optional<std::size_t> out) {
    const StreamDraft& stream = old_.streams[number];
    const bool both = receives(step.kind) && sends(step.kind);
    if (receives(step.kind)) {
      Step taken = step;
      if (both) {
        taken.kind = reduces(step.kind) ? StepKind::receive_reduce_copy : StepKind::receive;
      }
      if (step.kind == StepKind::receive_reduce_send) {
        taken.destination = scratch(step.count);  // kept nowhere before
      }
      const std::size_t at = in ? receiver(*in) : number;
      if (!in) {
        made_.streams[number].receive_peer = stream.receive_peer;
      }
      append(at, taken);
      step.source = both ? taken.destination : step.source;
    }
    if (sends(step.kind)) {
      step.kind = StepKind::send;
      const std::size_t at = out ? sender(*out) : number;
      if (!out) {
        made_.streams[number].send_peer = stream.send_peer;
      }
      append(at, step);
    }
  }

  /// Puts a step of an old stream behind the one before it, which may be in another stream.
  Place append(std::size_t at, Step step) {
    std::vector<Step>& steps = made_.streams[at].steps;
    if (last_ && base::index(last_->stream) != at) {
      step.dependency = last_;
    }
    steps.push_back(step);
    last_ = StepDependency{base::StreamId{static_cast<std::uint32_t>(at)},
                           static_cast<std::int64_t>(steps.size()) - 1};
    return {at, steps.size() - 1};
  }

  std::optional<std::size_t> next_lane(base::RankId from, base::RankId to, std::int32_t channel) {
    const Connection connection{from, to, channel};
    return ways_.lane_of(connection, passed_[connection]++);
  }

  std::size_t stream_on(std::map<std::size_t, std::size_t>& known, std::size_t lane) {
    const auto [found, is_new] = known.emplace(lane, made_.streams.size());
    if (is_new) {
      made_.streams.emplace_back().channel = ways_.lanes()[lane].channel;
    }
    return found->second;
  }
  std::size_t sender(std::size_t lane) {
    const std::size_t at = stream_on(senders_, lane);
    made_.streams[at].send_peer = ways_.lanes()[lane].way.front().to;
    return at;
  }
  std::size_t receiver(std::size_t lane) {
    const std::size_t at = stream_on(receivers_, lane);
    made_.streams[at].receive_peer = ways_.lanes()[lane].way.back().from;
    return at;
  }

  void add_relays() {
    for (const RelayLane& lane : ways_.lanes()) {
      for (std::size_t hop = 1; hop < lane.way.size(); ++hop) {
        if (lane.way[hop].from != rank_) {
          continue;
        }
        StreamDraft& relay = made_.streams.emplace_back();
        relay.channel = lane.channel;
        relay.receive_peer = lane.way[hop - 1].from;
        relay.send_peer = lane.way[hop].to;
        relay.steps.reserve(lane.counts.size());
        for (const std::int64_t count : lane.counts) {
          Step step;
          step.kind = StepKind::receive_copy_send;
          step.source = step.destination = scratch(count);
          step.count = count;
          relay.steps.push_back(step);
        }
      }
    }
  }

  ChunkRange scratch(std::int64_t count) {
    const ChunkRange range{Buffer::scratch, made_.chunks.scratch};
    made_.chunks.scratch += count;
    return range;
  }

  base::RankId rank_;
  RankDraft old_;
  const PlannedWays& ways_;
  RankDraft made_;
  std::optional<StepDependency> last_;                ///< of the old stream that is rewritten
  std::vector<std::vector<StepDependency>> done_at_;  ///< by old stream and step
  std::vector<std::pair<Place, StepDependency>> to_mend_;
  std::map<Connection, std::size_t> passed_;    ///< messages of a connection seen
  std::map<std::size_t, std::size_t> senders_;  ///< stream by lane
  std::map<std::size_t, std::size_t> receivers_;
};

}  // namespace

std::unique_ptr<ExplicitSchedule> relay_schedule(const Schedule& schedule, ReceivePorts ports,
                                                 const CircuitPlan& plan,
                                                 const CircuitPlanner& planner) {
  const PlannedWays ways(schedule, ports, plan, planner);
  ScheduleDraft draft = draft_of(schedule);
  for (std::size_t rank = 0; rank < draft.ranks.size(); ++rank) {
    const base::RankId id{static_cast<std::uint32_t>(rank)};
    draft.ranks[rank] = RankRewriter(id, std::move(draft.ranks[rank]), ways).run();
  }
  return ExplicitSchedule::build(std::move(draft));
}

}  // namespace heliograph::testbenches
