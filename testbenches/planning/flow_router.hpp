// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "testbenches/planning/rank_topology.hpp"
#include "testbenches/planning/round_flows.hpp"

namespace heliograph::testbenches {

/// What a round makes of a topology.
struct RouteLoad {
  std::uint32_t hops = 0;        ///< of the longest way: the dilation
  std::int64_t most_chunks = 0;  ///< over one circuit: the congestion
  base::RankCircuit busiest{};   ///< that circuit, the first of equals
};

/// Beyond which nobody asks how much it is.
struct RouteLimit {
  std::uint32_t hops = std::numeric_limits<std::uint32_t>::max();
  std::int64_t chunks = std::numeric_limits<std::int64_t>::max();
};

/// Sends each flow whole along one shortest way: of equal ones along that which a breadth-first
/// search finds first that takes the circuits of a rank in the order of the topology (on a ring:
/// upward). Nothing is split over equal ways, as in the golden values of the planner's tests.
/// Holds its working memory: use one for many rounds.
class FlowRouter {
 public:
  /// Nothing where a flow has no way, or the load is above the limit. Precondition: the flows are
  /// as FlowPattern says, of ranks that the topology has. Time: senders * circuits at most.
  [[nodiscard]] std::optional<RouteLoad> route(const RankTopology& topology,
                                               const FlowPattern& flows, RouteLimit limit = {});
  /// The first flow of the last route() that had no way. Precondition: it returned nothing.
  [[nodiscard]] RankFlow stuck() const { return stuck_; }
  /// The circuits of the way of one flow, in order; empty where there is none.
  [[nodiscard]] std::vector<base::RankCircuit> way(const RankTopology& topology, std::uint32_t from,
                                                   std::uint32_t to);
  /// How many ranks all searches visited: what the work goes with.
  [[nodiscard]] std::int64_t visits() const { return seen_; }

 private:
  struct Visit {
    std::uint64_t turn = 0;     ///< of the search that saw this rank
    std::uint32_t hops = 0;     ///< from the sender
    std::uint32_t before = 0;   ///< the rank before it
    std::size_t circuit = 0;    ///< that leads here
    std::int64_t chunks = 0;    ///< that end here or further on
    std::uint64_t awaited = 0;  ///< the search that has a flow to here
  };

  void prepare(const RankTopology& topology);
  /// Breadth first from a sender until as many awaited ranks are found. How many were.
  std::size_t search(const RankTopology& topology, std::uint32_t from, std::size_t awaited,
                     std::uint32_t most_hops);

  std::uint64_t turn_ = 0;
  std::int64_t seen_ = 0;
  std::vector<Visit> visits_;         ///< by rank
  std::vector<std::uint32_t> order_;  ///< ranks in the order of the search
  std::vector<std::int64_t> load_;    ///< by circuit
  RankFlow stuck_;
};

}  // namespace heliograph::testbenches
