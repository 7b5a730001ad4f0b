// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/mesh_routing/mesh_task.hpp"

namespace heliograph::photonics {

/// What light loses in each cell of a mesh by where it enters and in which state, in whole
/// billionths of a decibel.
class MeshLosses {
 public:
  explicit MeshLosses(const SwitchFabric& fabric);

  [[nodiscard]] std::int64_t step(TerminalIndex t, unsigned state) const {
    return steps_[2 * t + state];
  }
  [[nodiscard]] std::int64_t least() const { return least_; }
  [[nodiscard]] std::int64_t of(const MeshGraph& graph, const MeshRoute& route) const;

 private:
  std::vector<std::int64_t> steps_;
  std::int64_t least_ = 0;
};

/// What a step costs a circuit, in small whole numbers for a search: a cell kUnit, but with the
/// fewest changes a cell that keeps its state little. `least()` is what any step costs at least.
class StepCosts {
 public:
  static constexpr std::uint32_t kUnit = 16;

  /// `losses` only for the least worst loss.
  StepCosts(const MeshTask& task, const MeshLosses* losses);

  [[nodiscard]] std::uint32_t step(TerminalIndex t, unsigned state) const {
    return steps_[2 * t + state];
  }
  /// Of a cell that another circuit holds in that state already.
  [[nodiscard]] std::uint32_t shared(TerminalIndex t, unsigned state) const {
    return changes_ ? least_ : steps_[2 * t + state];
  }
  [[nodiscard]] std::uint32_t least() const { return least_; }

 private:
  std::vector<std::uint32_t> steps_;
  std::uint32_t least_ = kUnit;
  bool changes_ = false;
};

}  // namespace heliograph::photonics
