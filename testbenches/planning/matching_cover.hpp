// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/rank_circuit.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The fewest matchings that have every circuit of a list once.
struct MatchingCover {
  std::vector<base::RankCircuit> circuits;  ///< each once, sorted
  std::uint32_t degree = 0;  ///< the most ranks that one rank sends to, or receives from
  /// Each rank has at most `ports` circuits out and `ports` circuits in, in each of these. Sorted.
  std::vector<std::vector<base::RankCircuit>> matchings;
};

/// Every circuit that a schedule ever needs, each once, sorted.
[[nodiscard]] std::vector<base::RankCircuit> circuits_of(const Schedule& schedule);

/// By edge colouring: senders and receivers make a bipartite graph, so that as many matchings
/// suffice as the largest degree says (Koenig, 1916), and fewer cannot; with p ports a rank takes p
/// of them at a time, ceil(degree / p) in all. Ignores the order in which circuits are needed: a
/// planner that keeps to it may take more. Repeated circuits count once.
/// Time: circuits * (ranks + degree); memory: 8 bytes * ranks * degree.
/// Throws std::invalid_argument when `ports` is 0.
[[nodiscard]] MatchingCover cover_by_matchings(std::vector<base::RankCircuit> circuits,
                                               std::uint32_t ports = 1);

}  // namespace heliograph::testbenches
