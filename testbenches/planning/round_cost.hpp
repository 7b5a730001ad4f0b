// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/planning/flow_router.hpp"
#include "testbenches/planning/rank_topology.hpp"
#include "testbenches/planning/round_flows.hpp"

namespace heliograph::testbenches {

/// What a planner reckons a round's time with.
struct RoundCostModel {
  double alpha_us = 3;        ///< of a round but for its bytes
  double hop_us = 3;          ///< of each hop after the first, where a rank passes something on
  double circuit_GBps = 450;  ///< of one circuit, in 10^9 bytes a second
  double chunk_bytes = 1;
  /// A rank passes a message on when it has all of it, so that each hop takes its bytes again; else
  /// it passes on what comes as it comes.
  bool store_and_forward = false;
};

/// Where the time of a round, or of all of them, goes; in microseconds.
struct PlanTime {
  double start_up_us = 0;
  double dilation_us = 0;       ///< hops after the first
  double serialisation_us = 0;  ///< of the largest flow, had it a circuit of its own
  double congestion_us = 0;     ///< what the busiest circuit carries besides
  double dark_us = 0;           ///< changes of circuits that nothing hides
  double waiting_us = 0;        ///< from the first rank's arrival to the last one's

  [[nodiscard]] double total_us() const {
    return start_up_us + dilation_us + serialisation_us + congestion_us + dark_us + waiting_us;
  }
  PlanTime& operator+=(const PlanTime& other);
};

/// The time of a round on a topology on which it makes this load:
///   alpha + (hops - 1) * hop + most chunks * chunk bytes / bandwidth of a circuit.
/// With store_and_forward at least hops * largest flow count instead of the most chunks; what that
/// adds is dilation. With hop = alpha it is alpha * dilation + beta * congestion. 0 for a round
/// without flows.
[[nodiscard]] PlanTime round_time(const RoundCostModel& model, const RankTopology& topology,
                                  const RouteLoad& load, std::int64_t largest_flow);

/// What a circuit of a topology needs for so many chunks, in microseconds.
[[nodiscard]] double serialisation_us(const RoundCostModel& model, const RankTopology& topology,
                                      double chunks);

/// All rounds, each on circuits of its own that are there at once: alpha and the largest flow, or
/// where a rank has more peers than ports what the busiest rank sends or receives over its ports.
[[nodiscard]] double ideal_us(const RoundCostModel& model, const RoundFlows& rounds,
                              std::uint32_t ports);

}  // namespace heliograph::testbenches
