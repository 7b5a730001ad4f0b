// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/planning/rank_topology.hpp"
#include "testbenches/planning/round_flows.hpp"

namespace heliograph::testbenches {

/// How long to look for a bound.
struct ConcurrentFlowEffort {
  std::uint32_t turns = 400;        ///< weightings that are tried at most; at least 1
  double gap = 0.01;                ///< ends when both sides are this close, relatively
  std::int64_t steps = 20'000'000;  ///< circuits looked at, after which no new turn is begun
};

/// The least congestion that any routing of a round can have on a topology, flows split as one
/// likes: the reciprocal of the maximum concurrent flow, with the flows' chunks as demands and one
/// chunk as the capacity of each circuit. It lies between these two.
struct CongestionBound {
  double least_chunks = 0;    ///< proven: no routing has less over its busiest circuit
  double reached_chunks = 0;  ///< a routing (over several ways at once) that has this
};

/// By multiplicative weights on the circuits (Garg and Koenemann, SIAM J. Comput. 37, 2007): for
/// any lengths of the circuits the demands times their shortest ways, over the sum of all lengths,
/// bound the congestion from below; the mean of the shortest ways taken is a routing. The first
/// turn has equal lengths, which is exact where all circuits are alike. Nothing where a flow has no
/// way.
[[nodiscard]] std::optional<CongestionBound> bound_congestion(const RankTopology& topology,
                                                              const FlowPattern& flows,
                                                              ConcurrentFlowEffort effort = {});

}  // namespace heliograph::testbenches
