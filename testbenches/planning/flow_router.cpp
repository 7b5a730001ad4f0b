// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/flow_router.hpp"

#include <algorithm>

namespace heliograph::testbenches {

void FlowRouter::prepare(const RankTopology& topology) {
  if (visits_.size() < topology.ranks()) {
    visits_.resize(topology.ranks());
  }
}

std::size_t FlowRouter::search(const RankTopology& topology, std::uint32_t from,
                               std::size_t awaited, std::uint32_t most_hops) {
  order_.assign(1, from);
  visits_[from].turn = turn_;
  visits_[from].hops = 0;
  visits_[from].chunks = 0;
  std::size_t found = 0;
  for (std::size_t next = 0; next < order_.size() && found < awaited; ++next) {
    const std::uint32_t rank = order_[next];
    if (visits_[rank].hops == most_hops) {
      break;
    }
    const std::size_t end = topology.first_out(rank + 1);
    for (std::size_t circuit = topology.first_out(rank); circuit < end; ++circuit) {
      const std::uint32_t to = topology.target(circuit);
      Visit& visit = visits_[to];
      if (visit.turn == turn_) {
        continue;
      }
      visit.turn = turn_;
      visit.hops = visits_[rank].hops + 1;
      visit.before = rank;
      visit.circuit = circuit;
      visit.chunks = 0;
      order_.push_back(to);
      found += visit.awaited == turn_ ? 1U : 0U;
    }
  }
  seen_ += static_cast<std::int64_t>(order_.size());
  return found;
}

std::optional<RouteLoad> FlowRouter::route(const RankTopology& topology, const FlowPattern& flows,
                                           RouteLimit limit) {
  prepare(topology);
  RouteLoad result;
  for (std::size_t first = 0; first < flows.size();) {
    ++turn_;
    const std::uint32_t from = flows[first].from;
    std::size_t end = first;
    for (; end < flows.size() && flows[end].from == from; ++end) {
      visits_[flows[end].to].awaited = turn_;
    }
    if (search(topology, from, end - first, limit.hops) < end - first) {
      for (std::size_t k = first; k < end; ++k) {
        if (visits_[flows[k].to].turn != turn_) {
          stuck_ = flows[k];
          break;
        }
      }
      return std::nullopt;
    }
    if (first == 0) {
      load_.assign(topology.circuits().size(), 0);  // not before it is known to be worth it
    }
    for (std::size_t k = first; k < end; ++k) {
      Visit& visit = visits_[flows[k].to];
      visit.chunks += flows[k].chunks;
      result.hops = std::max(result.hops, visit.hops);
    }
    bool over = false;
    // From the far end of the tree inward, each circuit takes all that goes over it.
    for (std::size_t k = order_.size(); k-- > 1;) {
      const Visit& visit = visits_[order_[k]];
      load_[visit.circuit] += visit.chunks;
      over = over || load_[visit.circuit] > limit.chunks;
      visits_[visit.before].chunks += visit.chunks;
    }
    if (over) {
      return std::nullopt;
    }
    first = end;
  }
  for (std::uint32_t rank = 0; !flows.empty() && rank < topology.ranks(); ++rank) {
    for (std::size_t c = topology.first_out(rank); c < topology.first_out(rank + 1); ++c) {
      if (load_[c] > result.most_chunks) {
        result.most_chunks = load_[c];
        result.busiest = {base::RankId{rank}, base::RankId{topology.target(c)}};
      }
    }
  }
  return result;
}

std::vector<base::RankCircuit> FlowRouter::way(const RankTopology& topology, std::uint32_t from,
                                               std::uint32_t to) {
  prepare(topology);
  ++turn_;
  visits_[to].awaited = turn_;
  std::vector<base::RankCircuit> circuits;
  if (from == to || search(topology, from, 1, RouteLimit().hops) == 0) {
    return circuits;
  }
  for (std::uint32_t rank = to; rank != from; rank = visits_[rank].before) {
    circuits.push_back({base::RankId{visits_[rank].before}, base::RankId{rank}});
  }
  std::reverse(circuits.begin(), circuits.end());
  return circuits;
}

}  // namespace heliograph::testbenches
