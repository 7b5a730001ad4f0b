// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "testbenches/schedule/draft_checks.hpp"

namespace heliograph::testbenches {

namespace {

/// (source, destination, channel).
using Connection = std::tuple<std::size_t, std::size_t, std::int32_t>;

/// One end of a connection: the stream, and its steps that use it.
struct End {
  std::size_t rank = 0;
  std::size_t stream = 0;
  std::vector<std::size_t> steps;
  bool known = false;     ///< a stream has this end
  bool complete = false;  ///< and all of it could be read
};

struct Ends {
  End source;
  End destination;
};

std::string times(std::size_t count) {
  return count == 1 ? "1 message" : std::to_string(count) + " messages";
}

class ConnectionChecks {
 public:
  ConnectionChecks(const ScheduleDraft& draft, std::vector<DraftFault>& faults)
      : draft_(draft), faults_(faults) {}

  void run() {
    note_faulty_streams();
    for (std::size_t rank = 0; rank < draft_.ranks.size(); ++rank) {
      for (std::size_t stream = 0; stream < draft_.ranks[rank].streams.size(); ++stream) {
        collect(rank, stream);
      }
    }
    for (const auto& [connection, ends] : connections_) {
      match(connection, ends);
    }
  }

 private:
  void note_faulty_streams() {
    for (const DraftFault& fault : faults_) {
      if (fault.place.rank && fault.place.stream) {
        faulty_.emplace(*fault.place.rank, *fault.place.stream);
      }
    }
    for (std::size_t rank = 0; rank < draft_.ranks.size(); ++rank) {
      bool all = draft_.ranks[rank].complete;
      for (std::size_t stream = 0; stream < draft_.ranks[rank].streams.size(); ++stream) {
        all = all && sound(rank, stream);
      }
      sound_ranks_.push_back(all);
    }
  }

  [[nodiscard]] bool sound(std::size_t rank, std::size_t stream) const {
    const RankDraft& part = draft_.ranks[rank];
    return part.complete && part.streams[stream].complete && faulty_.count({rank, stream}) == 0;
  }

  void collect(std::size_t rank, std::size_t index) {
    const StreamDraft& stream = draft_.ranks[rank].streams[index];
    if (stream.send_peer) {
      const std::size_t peer = base::index(*stream.send_peer);
      claim({rank, peer, stream.channel}, connections_[{rank, peer, stream.channel}].source,
            {rank, index, {}, "send"}, &sends);
    }
    if (stream.receive_peer) {
      const std::size_t peer = base::index(*stream.receive_peer);
      claim({peer, rank, stream.channel}, connections_[{peer, rank, stream.channel}].destination,
            {rank, index, {}, "recv"}, &receives);
    }
  }

  void claim(const Connection& connection, End& end, const DraftPlace& place,
             bool (*uses)(StepKind)) {
    const StreamDraft& stream = draft_.ranks[*place.rank].streams[*place.stream];
    if (end.known) {
      const bool sending = place.field == "send";
      const std::size_t peer = sending ? std::get<1>(connection) : std::get<0>(connection);
      faults_.push_back({place, std::string(place.field) + " is " + std::to_string(peer) +
                                    " on chan " + std::to_string(stream.channel) + ", as in tb " +
                                    std::to_string(end.stream) +
                                    " of this gpu: expected one tb for each peer and channel"});
      end.complete = false;
      return;
    }
    end = {*place.rank, *place.stream, {}, true, sound(*place.rank, *place.stream)};
    for (std::size_t step = 0; step < stream.steps.size(); ++step) {
      if (uses(stream.steps[step].kind)) {
        end.steps.push_back(step);
      }
    }
  }

  /// A missing end counts only where no stream is left that it might have been.
  [[nodiscard]] bool readable(const End& end, std::size_t rank) const {
    return end.known ? end.complete : sound_ranks_[rank];
  }

  void match(const Connection& connection, const Ends& ends) {
    const auto [from, to, channel] = connection;
    const bool valid = from < draft_.ranks.size() && to < draft_.ranks.size() && from != to;
    if (!valid || !readable(ends.source, from) || !readable(ends.destination, to)) {
      return;
    }
    const std::size_t sent = ends.source.steps.size();
    const std::size_t received = ends.destination.steps.size();
    const std::size_t common = std::min(sent, received);
    for (std::size_t k = 0; k < common; ++k) {
      match_count(ends, k);
    }
    if (sent != received) {
      const End& longer = sent > received ? ends.source : ends.destination;
      faults_.push_back({{longer.rank, longer.stream, longer.steps[common], "type"},
                         "gpu " + std::to_string(from) + " sends " + times(sent) + " to gpu " +
                             std::to_string(to) + " on chan " + std::to_string(channel) +
                             ", which receives " + std::to_string(received) +
                             ": this one has no partner"});
    }
  }

  void match_count(const Ends& ends, std::size_t k) {
    const std::int64_t sent = count_of(ends.source, k);
    const std::int64_t received = count_of(ends.destination, k);
    if (sent != received) {
      const DraftPlace sender{ends.source.rank, ends.source.stream, ends.source.steps[k], ""};
      faults_.push_back(
          {{ends.destination.rank, ends.destination.stream, ends.destination.steps[k], "cnt"},
           "cnt is " + std::to_string(received) + ": expected " + std::to_string(sent) +
               ", as sent by " + sender.text()});
    }
  }

  [[nodiscard]] std::int64_t count_of(const End& end, std::size_t k) const {
    return draft_.ranks[end.rank].streams[end.stream].steps[end.steps[k]].count;
  }

  const ScheduleDraft& draft_;
  std::vector<DraftFault>& faults_;
  std::map<Connection, Ends> connections_;
  std::set<std::pair<std::size_t, std::size_t>> faulty_;  ///< (rank, stream)
  std::vector<bool> sound_ranks_;                         ///< nothing of the rank is faulty
};

}  // namespace

void check_connections(const ScheduleDraft& draft, std::vector<DraftFault>& faults) {
  ConnectionChecks(draft, faults).run();
}

}  // namespace heliograph::testbenches
