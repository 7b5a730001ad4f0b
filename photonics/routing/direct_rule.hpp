// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/routing/routing_rule.hpp"

namespace heliograph::photonics {

/// Strictly non-blocking fabrics: each pair of ports has one way of its own, and the ways of a
/// matching never ask for two states of one cell. So a circuit by its own way can be added and
/// taken away without a change to any cell on another's.
///
/// Cells that a circuit leaves behind keep their state until another needs them: a crossbar's or
/// PILOSS's cell that is still in bar stands in the way of later circuits, and is put back to cross
/// when one of them is set up. A circuit that is there already and goes another way than its own
/// (through several cells in bar) stays on it if none of the others' ways disagrees.
class DirectRule final : public RoutingRule {
 public:
  /// Crossbar and PILOSS: light that meets all cells in their idle state ends in the dark, and one
  /// cell in bar makes the circuit. `idle`: by cell. Throws std::invalid_argument when a pair of
  /// ports has no such cell, or two.
  [[nodiscard]] static DirectRule by_one_turn(const CellGraph& graph,
                                              const std::vector<CellState>& idle);
  /// Switch and select: there is only one way from an input to an output. Throws
  /// std::invalid_argument when there is none, or a second one.
  [[nodiscard]] static DirectRule by_only_way(const CellGraph& graph);

  /// The way from an input to an output.
  [[nodiscard]] const std::vector<PathHop>& way(base::PortId input, base::PortId output) const {
    return ways_[base::index(input) * ports_ + base::index(output)];
  }

  DirectRule(DirectRule&& other) noexcept : ports_(other.ports_), ways_(std::move(other.ways_)) {}
  [[nodiscard]] std::vector<CellState> states_for(const RoutingTask& task) const override;

 private:
  explicit DirectRule(std::size_t ports) : ports_(ports), ways_(ports * ports) {}
  void add(base::PortId input, base::PortId output, std::vector<PathHop> way);
  void check_complete() const;

  std::size_t ports_;
  std::vector<std::vector<PathHop>> ways_;  // by input and output
};

}  // namespace heliograph::photonics
