// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/timeline.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heliograph::testbenches {

using Json = nlohmann::ordered_json;

namespace {

// Groups of tracks; Perfetto shows them in this order.
constexpr int kRanks = 1;
constexpr int kTransmitters = 2;
constexpr int kController = 3;
constexpr int kReceivers = 4;
/// Tracks of the streams of one rank lie together.
constexpr std::size_t kStreamsPerRank = 1000;

double microseconds(base::Picoseconds at) { return static_cast<double>(at.count()) / 1e6; }

class Timeline {
 public:
  Json take() { return {{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events_)}}; }

  void name_group(int group, const char* name) {
    events_.push_back(
        {{"ph", "M"}, {"pid", group}, {"name", "process_name"}, {"args", {{"name", name}}}});
    events_.push_back({{"ph", "M"},
                       {"pid", group},
                       {"name", "process_sort_index"},
                       {"args", {{"sort_index", group}}}});
  }

  void name_track(int group, std::size_t track, const std::string& name) {
    if (named_.insert({group, track}).second) {
      events_.push_back({{"ph", "M"},
                         {"pid", group},
                         {"tid", track},
                         {"name", "thread_name"},
                         {"args", {{"name", name}}}});
    }
  }

  void span(int group, std::size_t track, const std::string& name, base::Picoseconds from,
            base::Picoseconds to, Json args = Json::object()) {
    if (from == base::Picoseconds::never() || to == base::Picoseconds::never()) {
      return;
    }
    events_.push_back({{"ph", "X"},
                       {"pid", group},
                       {"tid", track},
                       {"name", name},
                       {"ts", microseconds(from)},
                       {"dur", microseconds(to - from)},
                       {"args", std::move(args)}});
  }

  void mark(int group, std::size_t track, const std::string& name, base::Picoseconds at,
            Json args) {
    events_.push_back({{"ph", "i"},
                       {"s", "t"},
                       {"pid", group},
                       {"tid", track},
                       {"name", name},
                       {"ts", microseconds(at)},
                       {"args", std::move(args)}});
  }

 private:
  Json events_ = Json::array();
  std::set<std::pair<int, std::size_t>> named_;
};

void add_operations(Timeline& timeline, const RunLog& log) {
  for (const OperationRecord& operation : log.operations) {
    const std::size_t rank = base::index(operation.rank);
    const std::size_t track = rank * kStreamsPerRank + base::index(operation.stream);
    timeline.name_track(kRanks, track,
                        "rank " + std::to_string(rank) + " thread block " +
                            std::to_string(base::index(operation.stream)));
    timeline.span(kRanks, track,
                  std::string(to_string(operation.kind)) + " " + std::to_string(operation.step),
                  operation.ready, operation.done);
  }
}

/// The number of a rank, or of a rank and one of its several ports.
std::string place_name(const RunResult& result, std::size_t place) {
  if (result.ports_of_rank == 1) {
    return std::to_string(place);
  }
  std::string name = "rank";
  name += std::to_string(place / result.ports_of_rank);
  name += ".port";
  name += std::to_string(place % result.ports_of_rank);
  return name;
}

/// The ports that had a circuit for a message when its first bit left.
std::vector<std::size_t> ports_of(const MessageRecord& message, const RunResult& result) {
  if (result.ports_of_rank == 1) {
    return {0};
  }
  std::vector<std::size_t> ports;
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (!change.complete() || change.active > message.first_bit) {
      break;
    }
    ports.clear();
    for (const platforms::PortCircuit& circuit : change.ports) {
      if (circuit.ranks == base::RankCircuit{message.from, message.to}) {
        ports.push_back(circuit.from_port);
      }
    }
  }
  return ports;
}

void add_messages(Timeline& timeline, const RunResult& result, const RunLog& log) {
  for (const MessageRecord& message : log.messages) {
    const std::size_t from = base::index(message.from);
    for (const std::size_t port : ports_of(message, result)) {
      const std::size_t track = from * result.ports_of_rank + port;
      timeline.name_track(kTransmitters, track, "transmitter " + place_name(result, track));
      timeline.span(kTransmitters, track,
                    std::to_string(from) + " -> " + std::to_string(base::index(message.to)),
                    message.first_bit, message.last_bit, {{"bytes", message.bytes.count()}});
    }
  }
}

void add_reconfigurations(Timeline& timeline, const RunResult& result, const Recorder& recorder) {
  timeline.name_track(kController, 0, "dark windows");
  timeline.name_track(kController, 1, "phases");
  timeline.name_track(kController, 2, "events");
  for (const ReconfigurationResult& change : result.reconfigurations) {
    const std::string epoch = " (epoch " + std::to_string(base::index(change.epoch)) + ")";
    timeline.span(kController, 0, "dark" + epoch, change.broken, change.active);
    timeline.span(kController, 1, "programming" + epoch, change.broken, change.latched);
    timeline.span(kController, 1, "settling" + epoch, change.latched, change.settle_timer_over);
    timeline.span(kController, 1, "relock" + epoch, change.settle_timer_over, change.active);
  }
  for (const ControlEventRecord& record : recorder.events()) {
    timeline.mark(kController, 2, std::string(to_string(record.event)), record.when,
                  {{"argument", record.argument}, {"epoch", base::index(record.epoch)}});
  }
}

/// What each lane's receiver does, as one span a state.
void add_lanes(Timeline& timeline, const RunResult& result, const Recorder& recorder) {
  struct State {
    systemc::LockState state = systemc::LockState::scan;
    base::Picoseconds since;
  };
  std::map<std::pair<std::size_t, std::size_t>, State> states;
  std::size_t lanes = 1;
  for (const LaneResult& lane : result.lanes) {
    lanes = std::max(lanes, lane.lane + 1);
    states[{base::index(lane.transceiver), lane.lane}] = {};
  }
  const auto show = [&](std::size_t at, std::size_t lane, const State& shown,
                        base::Picoseconds until) {
    const std::size_t track = at * lanes + lane;
    timeline.name_track(
        kReceivers, track,
        "receiver " + place_name(result, at) + (lanes > 1 ? " lane " + std::to_string(lane) : ""));
    if (until > shown.since) {
      timeline.span(kReceivers, track, std::string(to_string(shown.state)), shown.since, until);
    }
  };
  for (const LaneEvent& event : recorder.lane_events()) {
    State& state = states[{base::index(event.at), event.lane}];
    show(base::index(event.at), event.lane, state, event.when);
    state = {event.state, event.when};
  }
  for (const auto& [key, state] : states) {
    show(key.first, key.second, state, result.simulated);
  }
}

}  // namespace

Json timeline_json(const RunResult& result, const RunLog& log, const Recorder& recorder) {
  Timeline timeline;
  timeline.name_group(kRanks, "ranks");
  timeline.name_group(kTransmitters, "transmitters");
  timeline.name_group(kController, "switch controller");
  timeline.name_group(kReceivers, "receivers");
  add_operations(timeline, log);
  add_messages(timeline, result, log);
  add_reconfigurations(timeline, result, recorder);
  add_lanes(timeline, result, recorder);
  return timeline.take();
}

}  // namespace heliograph::testbenches
