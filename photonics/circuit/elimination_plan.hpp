// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

/// The order in which the waves of a circuit are eliminated, and the sparse pattern of that.
///
/// Eliminating wave k adds M(i,k) (1 - M(k,k))^-1 M(k,j) to every M(i,j): physically, two ports are
/// joined and what circulates between them is summed up. Each step leaves the matrix of a smaller
/// circuit, so for passive parts no element ever grows beyond 1 and no other pivots than the
/// diagonal are needed, except on a resonance without loss. The order is greedy, least work first
/// (Markowitz); external ports are never eliminated and remain as the answer.
struct EliminationPlan {
  /// A list of lists in one piece.
  struct Lists {
    std::vector<std::size_t> starts = {0};
    std::vector<std::uint32_t> items;

    void end_list() { starts.push_back(items.size()); }
  };

  explicit EliminationPlan(const SignalGraph& graph);

  [[nodiscard]] std::size_t rows() const { return row_ids.size(); }
  [[nodiscard]] std::size_t memory_bytes() const;

  std::size_t waves = 0;
  std::size_t columns = 0;  ///< waves, then inputs
  /// The rows in the order of computation: waves as they are eliminated, then outputs.
  std::vector<std::uint32_t> row_ids;
  Lists entries;  ///< by row: positions in the graph's entries
  Lists pivots;   ///< by row: the eliminated waves to its left, in order of elimination
  Lists kept;     ///< by row: the columns that remain when they are gone, itself excluded
  std::vector<std::size_t> kept_start_of;  ///< by wave: where its list in `kept` starts
  std::vector<std::size_t> kept_end_of;
};

}  // namespace heliograph::photonics
