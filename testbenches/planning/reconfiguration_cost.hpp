// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "testbenches/planning/rank_topology.hpp"

namespace heliograph::testbenches {

/// How long circuits are dark when one topology follows another.
class ReconfigurationCost {
 public:
  ReconfigurationCost() = default;
  ReconfigurationCost(const ReconfigurationCost&) = delete;
  ReconfigurationCost& operator=(const ReconfigurationCost&) = delete;
  virtual ~ReconfigurationCost() = default;

  /// In microseconds, not negative; 0 when both have the same circuits.
  [[nodiscard]] virtual double time_us(const RankTopology& from, const RankTopology& to) const = 0;
  /// No change to a topology of so many circuits takes longer. With such a limit planners need not
  /// look at topologies that are far worse than a change there and back.
  [[nodiscard]] virtual double most_us(std::size_t /*circuits*/) const {
    return std::numeric_limits<double>::infinity();
  }
};

/// The parts of a reconfiguration time, in microseconds.
struct ReconfigurationTimes {
  double fixed_us = 3.7;              ///< of any change: settling and locking, side by side
  double per_changed_circuit_us = 0;  ///< commands that go one after the other
  double per_changed_cell_us = 0;     ///< the same, of the cells of a switch fabric
};

/// How many cells of a switch fabric change between two topologies.
using ChangedCells = std::function<std::int64_t(const RankTopology& from, const RankTopology& to)>;

/// fixed + changed circuits * per circuit + changed cells * per cell, and 0 when nothing changes. A
/// circuit changes that is new. With the fixed time alone it is a MEMS switch, or lasers that tune
/// side by side; a mesh of Mach-Zehnder cells is programmed cell by cell, and then settles.
/// A change is one even where it only takes circuits away.
class AffineReconfiguration final : public ReconfigurationCost {
 public:
  explicit AffineReconfiguration(ReconfigurationTimes times, ChangedCells changed_cells = nullptr)
      : times_(times), changed_cells_(std::move(changed_cells)) {}

  [[nodiscard]] double time_us(const RankTopology& from, const RankTopology& to) const override;
  [[nodiscard]] double most_us(std::size_t circuits) const override;

 private:
  ReconfigurationTimes times_;
  ChangedCells changed_cells_;
};

/// The circuits of `to` that `from` has not.
[[nodiscard]] std::int64_t new_circuits(const RankTopology& from, const RankTopology& to);

}  // namespace heliograph::testbenches
