// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "base/rank_circuit.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// Frames by pair of ranks, for many frames of few pairs: a source mostly sends to whom it sent to
/// before.
class FrameTable {
 public:
  FrameTable() = default;
  FrameTable(const FrameTable&) = delete;
  FrameTable& operator=(const FrameTable&) = delete;

  [[nodiscard]] FrameCounts& of(base::RankCircuit pair);
  /// Every pair that was asked for, in order.
  [[nodiscard]] std::vector<std::pair<base::RankCircuit, FrameCounts>> all() const;

 private:
  struct Cell {
    base::RankId to{};
    FrameCounts counts;
  };
  struct Row {
    std::vector<Cell*> cells;  ///< by destination
    Cell* last = nullptr;      ///< the one asked for last
  };
  std::vector<Row> rows_;   ///< by source
  std::deque<Cell> cells_;  ///< one behind the other: those of many sources that send in turn
};

}  // namespace heliograph::testbenches
