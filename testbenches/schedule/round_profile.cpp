// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/round_profile.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <tuple>

namespace heliograph::testbenches {

namespace {

/// Adds one end's view of the messages, which are sorted by round and that end.
template <class End, class Other>
void count_ports(const std::vector<SentMessage>& messages, End end, Other other,
                 std::vector<RoundDemand>& rounds) {
  std::set<base::RankId> peers;
  std::int64_t chunks = 0;
  for (std::size_t k = 0; k < messages.size(); ++k) {
    peers.insert(other(messages[k]));
    chunks += messages[k].chunks;
    if (k + 1 == messages.size() || messages[k + 1].round != messages[k].round ||
        end(messages[k + 1]) != end(messages[k])) {
      RoundDemand& demand = rounds[messages[k].round];
      const auto ports = static_cast<std::uint32_t>(peers.size());
      if (ports > demand.most_ports ||
          (ports == demand.most_ports && end(messages[k]) < demand.busiest)) {
        demand.most_ports = ports;
        demand.busiest = end(messages[k]);
      }
      demand.most_chunks = std::max(demand.most_chunks, chunks);
      peers.clear();
      chunks = 0;
    }
  }
}

base::RankId sender(const SentMessage& message) { return message.from; }
base::RankId receiver(const SentMessage& message) { return message.to; }

}  // namespace

std::int64_t RoundProfile::serial_chunks() const {
  return std::accumulate(
      rounds.begin(), rounds.end(), std::int64_t{0},
      [](std::int64_t sum, const RoundDemand& round) { return sum + round.most_chunks; });
}

std::uint32_t RoundProfile::most_ports() const {
  std::uint32_t most = 0;
  for (const RoundDemand& round : rounds) {
    most = std::max(most, round.most_ports);
  }
  return most;
}

RoundProfile profile_rounds(const Schedule& schedule, ReceivePorts ports) {
  std::vector<SentMessage> messages = walk_rounds(schedule, ports);
  RoundProfile profile;
  std::vector<std::int64_t> sent(schedule.ranks(), 0);
  for (const SentMessage& message : messages) {
    profile.rounds.resize(std::max(profile.rounds.size(), message.round + 1));
    ++profile.rounds[message.round].messages;
    profile.rounds[message.round].chunks += message.chunks;
    sent[base::index(message.from)] += message.chunks;
  }
  profile.most_sent_chunks = *std::max_element(sent.begin(), sent.end());
  const auto by_end = [&messages](auto end) {
    std::sort(messages.begin(), messages.end(), [&](const SentMessage& a, const SentMessage& b) {
      return std::tuple(a.round, end(a)) < std::tuple(b.round, end(b));
    });
  };
  by_end(receiver);
  count_ports(messages, receiver, sender, profile.rounds);
  for (RoundDemand& round : profile.rounds) {
    round.most_chunks = 0;  // counts what is sent
  }
  by_end(sender);
  count_ports(messages, sender, receiver, profile.rounds);
  return profile;
}

std::optional<CheckFault> fault_of_ports(const RoundProfile& profile, std::uint32_t ports) {
  for (std::size_t round = 0; round < profile.rounds.size(); ++round) {
    const RoundDemand& demand = profile.rounds[round];
    if (demand.most_ports > ports) {
      CheckFault fault{demand.busiest, {}, {}, {}, "round " + std::to_string(round)};
      fault.text += ": rank " + std::to_string(base::index(demand.busiest)) +
                    " has circuits with " + std::to_string(demand.most_ports) +
                    " ranks at a time and " + std::to_string(ports) +
                    (ports == 1 ? " port" : " ports");
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
