// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/concurrent_flow.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace heliograph::testbenches {

namespace {

/// Shortest ways of a round's flows on a topology whose circuits have lengths.
class WeightedRouting {
 public:
  WeightedRouting(const RankTopology& topology, const FlowPattern& flows)
      : topology_(topology),
        flows_(flows),
        distance_(topology.ranks()),
        before_(topology.ranks()),
        through_(topology.ranks()),
        demand_(topology.ranks()),
        load_(topology.circuits().size(), 0.0) {}

  /// The sum of demand * distance, or nothing where a flow has no way.
  std::optional<double> route(const std::vector<double>& lengths) {
    std::fill(load_.begin(), load_.end(), 0.0);
    double sum = 0;
    for (std::size_t first = 0; first < flows_.size();) {
      search(flows_[first].from, lengths);
      std::fill(demand_.begin(), demand_.end(), 0.0);
      std::size_t end = first;
      for (; end < flows_.size() && flows_[end].from == flows_[first].from; ++end) {
        const double chunks = static_cast<double>(flows_[end].chunks);
        if (distance_[flows_[end].to] == kFar) {
          return std::nullopt;
        }
        sum += chunks * distance_[flows_[end].to];
        demand_[flows_[end].to] += chunks;
      }
      for (std::size_t k = settled_.size(); k-- > 1;) {
        const std::uint32_t rank = settled_[k];
        load_[through_[rank]] += demand_[rank];
        demand_[before_[rank]] += demand_[rank];
      }
      first = end;
    }
    return sum;
  }

  [[nodiscard]] const std::vector<double>& load() const { return load_; }
  [[nodiscard]] std::int64_t steps() const { return steps_; }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  /// Dijkstra's.
  void search(std::uint32_t from, const std::vector<double>& lengths) {
    std::fill(distance_.begin(), distance_.end(), kFar);
    settled_.clear();
    queue_.clear();
    distance_[from] = 0;
    queue_.emplace_back(0.0, from);
    while (!queue_.empty()) {
      std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
      const auto [far, rank] = queue_.back();
      queue_.pop_back();
      if (far > distance_[rank]) {
        continue;
      }
      settled_.push_back(rank);
      for (std::size_t c = topology_.first_out(rank); c < topology_.first_out(rank + 1); ++c) {
        const std::uint32_t to = topology_.target(c);
        ++steps_;
        if (far + lengths[c] < distance_[to]) {
          distance_[to] = far + lengths[c];
          before_[to] = rank;
          through_[to] = c;
          queue_.emplace_back(distance_[to], to);
          std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
        }
      }
    }
  }

  const RankTopology& topology_;
  const FlowPattern& flows_;
  std::vector<double> distance_;
  std::vector<std::uint32_t> before_;
  std::vector<std::size_t> through_;
  std::vector<double> demand_;
  std::vector<double> load_;
  std::vector<std::uint32_t> settled_;
  std::vector<std::pair<double, std::uint32_t>> queue_;  ///< a heap
  std::int64_t steps_ = 0;
};

}  // namespace

std::optional<CongestionBound> bound_congestion(const RankTopology& topology,
                                                const FlowPattern& flows,
                                                ConcurrentFlowEffort effort) {
  constexpr double kStep = 0.2;  // how much the most loaded circuit grows in a turn
  CongestionBound bound;
  if (flows.empty()) {
    return bound;
  }
  bound.reached_chunks = std::numeric_limits<double>::infinity();
  WeightedRouting routing(topology, flows);
  std::vector<double> lengths(topology.circuits().size(), 1.0);
  std::vector<double> total(lengths.size(), 0.0);
  for (std::uint32_t turn = 1; turn <= effort.turns; ++turn) {
    const std::optional<double> distance = routing.route(lengths);
    if (!distance) {
      return std::nullopt;
    }
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    bound.least_chunks = std::max(bound.least_chunks, *distance / sum);
    const double most = *std::max_element(routing.load().begin(), routing.load().end());
    double most_total = 0;
    for (std::size_t c = 0; c < total.size(); ++c) {
      total[c] += routing.load()[c];
      most_total = std::max(most_total, total[c]);
      // Only ratios of the lengths matter: they are kept from growing without limit.
      lengths[c] *= (1 + kStep * (most > 0 ? routing.load()[c] / most : 0.0)) *
                    (static_cast<double>(lengths.size()) / sum);
    }
    bound.reached_chunks = std::min(bound.reached_chunks, most_total / turn);
    if (bound.reached_chunks <= bound.least_chunks * (1 + effort.gap) ||
        routing.steps() > effort.steps) {
      break;
    }
  }
  return bound;
}

}  // namespace heliograph::testbenches
