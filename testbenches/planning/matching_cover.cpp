// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/matching_cover.hpp"

#include <algorithm>
#include <stdexcept>

namespace heliograph::testbenches {

namespace {

/// Colours the edges of a bipartite graph with as many colours as its degree, one after the other.
/// Where no colour is free at both ends, a chain of two colours is exchanged first.
class EdgeColouring {
 public:
  EdgeColouring(std::size_t ranks, std::size_t colours)
      : colours_(colours), to_(ranks * colours, kFree), from_(ranks * colours, kFree) {}

  void add(base::RankCircuit edge) {
    const auto sender = static_cast<std::uint32_t>(edge.from);
    const auto receiver = static_cast<std::uint32_t>(edge.to);
    const std::size_t at_sender = free_colour(to_, sender);
    const std::size_t at_receiver = free_colour(from_, receiver);
    if (from(receiver, at_sender) != kFree) {
      exchange_chain(receiver, at_sender, at_receiver);
    }
    to(sender, at_sender) = receiver;
    from(receiver, at_sender) = sender;
  }

  /// Whom a sender reaches in a colour; kFree for none.
  [[nodiscard]] std::uint32_t receiver(std::uint32_t sender, std::size_t colour) const {
    return to_[sender * colours_ + colour];
  }

  static constexpr std::uint32_t kFree = static_cast<std::uint32_t>(-1);

 private:
  std::uint32_t& to(std::uint32_t sender, std::size_t colour) {
    return to_[sender * colours_ + colour];
  }
  std::uint32_t& from(std::uint32_t receiver, std::size_t colour) {
    return from_[receiver * colours_ + colour];
  }

  [[nodiscard]] std::size_t free_colour(const std::vector<std::uint32_t>& ends,
                                        std::uint32_t rank) const {
    const auto first = ends.begin() + static_cast<std::ptrdiff_t>(rank * colours_);
    const auto end = first + static_cast<std::ptrdiff_t>(colours_);
    return static_cast<std::size_t>(std::find(first, end, kFree) - first);
  }

  /// Frees `wanted` at a receiver where `other` is free: on the chain of edges of these two colours
  /// that starts there, the colours change places. The chain cannot end at the sender that asks,
  /// since it comes to senders by `wanted`, which is free there.
  void exchange_chain(std::uint32_t receiver, std::size_t wanted, std::size_t other) {
    std::vector<base::RankCircuit> chain;
    std::uint32_t end = receiver;
    std::size_t colour = wanted;
    for (bool at_receiver = true;; at_receiver = !at_receiver) {
      const std::uint32_t next = at_receiver ? from(end, colour) : to(end, colour);
      if (next == kFree) {
        break;
      }
      chain.push_back(at_receiver ? base::RankCircuit{base::RankId{next}, base::RankId{end}}
                                  : base::RankCircuit{base::RankId{end}, base::RankId{next}});
      end = next;
      colour = colour == wanted ? other : wanted;
    }
    for (std::size_t k = 0; k < chain.size(); ++k) {
      erase(chain[k], k % 2 == 0 ? wanted : other);
    }
    for (std::size_t k = 0; k < chain.size(); ++k) {
      put(chain[k], k % 2 == 0 ? other : wanted);
    }
  }

  void erase(base::RankCircuit edge, std::size_t colour) {
    to(static_cast<std::uint32_t>(edge.from), colour) = kFree;
    from(static_cast<std::uint32_t>(edge.to), colour) = kFree;
  }
  void put(base::RankCircuit edge, std::size_t colour) {
    to(static_cast<std::uint32_t>(edge.from), colour) = static_cast<std::uint32_t>(edge.to);
    from(static_cast<std::uint32_t>(edge.to), colour) = static_cast<std::uint32_t>(edge.from);
  }

  std::size_t colours_;
  std::vector<std::uint32_t> to_;    ///< by sender and colour
  std::vector<std::uint32_t> from_;  ///< by receiver and colour
};

std::uint32_t largest_degree(const std::vector<base::RankCircuit>& circuits, std::size_t ranks) {
  std::vector<std::uint32_t> out(ranks, 0);
  std::vector<std::uint32_t> in(ranks, 0);
  std::uint32_t degree = 0;
  for (const base::RankCircuit circuit : circuits) {
    degree = std::max({degree, ++out[base::index(circuit.from)], ++in[base::index(circuit.to)]});
  }
  return degree;
}

void sort_unique(std::vector<base::RankCircuit>& circuits) {
  std::sort(circuits.begin(), circuits.end());
  circuits.erase(std::unique(circuits.begin(), circuits.end()), circuits.end());
}

}  // namespace

std::vector<base::RankCircuit> circuits_of(const Schedule& schedule) {
  std::vector<base::RankCircuit> circuits;
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId rank{index};
    const std::uint32_t streams = schedule.streams(rank);
    for (std::uint32_t stream = 0; stream < streams; ++stream) {
      const base::StreamId id{stream};
      const StreamInfo info = schedule.stream(rank, id);
      bool used = false;
      for (std::int64_t step = 0; info.send_peer && !used && step < info.steps; ++step) {
        used = sends(schedule.step(rank, id, step).kind);
      }
      if (used) {
        circuits.push_back({rank, *info.send_peer});
      }
    }
  }
  sort_unique(circuits);
  return circuits;
}

MatchingCover cover_by_matchings(std::vector<base::RankCircuit> circuits, std::uint32_t ports) {
  if (ports == 0) {
    throw std::invalid_argument("a rank needs at least one port");
  }
  sort_unique(circuits);
  std::size_t ranks = 0;
  for (const base::RankCircuit circuit : circuits) {
    ranks = std::max({ranks, base::index(circuit.from) + 1, base::index(circuit.to) + 1});
  }
  MatchingCover cover;
  cover.degree = largest_degree(circuits, ranks);
  EdgeColouring colouring(ranks, cover.degree);
  for (const base::RankCircuit circuit : circuits) {
    colouring.add(circuit);
  }
  cover.circuits = std::move(circuits);
  cover.matchings.resize((std::size_t{cover.degree} + ports - 1) / ports);
  for (std::uint32_t sender = 0; sender < ranks; ++sender) {
    for (std::uint32_t colour = 0; colour < cover.degree; ++colour) {
      const std::uint32_t receiver = colouring.receiver(sender, colour);
      if (receiver != EdgeColouring::kFree) {
        cover.matchings[colour / ports].push_back({base::RankId{sender}, base::RankId{receiver}});
      }
    }
  }
  for (std::vector<base::RankCircuit>& matching : cover.matchings) {
    std::sort(matching.begin(), matching.end());
  }
  return cover;
}

}  // namespace heliograph::testbenches
