// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rank_circuit.hpp"
#include "testbenches/schedule/round_walk.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// What one rank sends to another in a round.
struct RankFlow {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t chunks = 0;

  friend bool operator==(RankFlow a, RankFlow b) {
    return a.from == b.from && a.to == b.to && a.chunks == b.chunks;
  }
  friend bool operator<(RankFlow a, RankFlow b) {
    return a.from != b.from ? a.from < b.from : (a.to != b.to ? a.to < b.to : a.chunks < b.chunks);
  }
};

/// The flows of one round, by sender and receiver, each pair at most once.
using FlowPattern = std::vector<RankFlow>;

/// The rounds of a schedule as flows. Rounds of equal flows are stored once: those of a ring are
/// all the same.
struct RoundFlows {
  std::uint32_t ranks = 0;
  std::vector<FlowPattern> patterns;  ///< each once
  std::vector<std::size_t> rounds;    ///< of each round its pattern

  [[nodiscard]] const FlowPattern& round(std::size_t number) const {
    return patterns[rounds[number]];
  }
};

/// The rounds of walk_rounds(); messages of a round between the same two ranks are put together.
/// Precondition: the schedule passed the checker. Takes some 56 bytes a message while it works.
[[nodiscard]] RoundFlows flows_of(const Schedule& schedule,
                                  ReceivePorts ports = ReceivePorts::many);

/// Rounds that are given, in any order of flows; nothing that a rank sends to itself is kept.
/// Throws std::invalid_argument for a rank that is not there or a negative number of chunks.
[[nodiscard]] RoundFlows flows_of(std::uint32_t ranks, std::vector<FlowPattern> rounds);

/// The circuits of a round's flows, sorted.
[[nodiscard]] std::vector<base::RankCircuit> circuits_of(const FlowPattern& flows);

/// The most ranks that one rank sends to, or receives from.
[[nodiscard]] std::uint32_t degree_of(const FlowPattern& flows);

/// The chunks of the largest flow.
[[nodiscard]] std::int64_t largest_flow(const FlowPattern& flows);

}  // namespace heliograph::testbenches
