// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/routing/matching.hpp"

namespace heliograph::photonics {

/// States of some of the cells.
using PartialStates = std::vector<std::optional<CellState>>;

/// Searches states of the cells that realise a matching: depth first, with propagation of what
/// follows from the decisions made so far.
class CellSearch {
 public:
  enum class Outcome { found, impossible, gave_up };

  /// `order` as of light_order(graph). What is passed must outlive the search.
  CellSearch(const CellGraph& graph, const std::vector<base::CellId>& order, const Matching& wanted,
             const std::vector<CellState>& preferred);

  /// Begins with `states`; when something is found, every cell that a wanted circuit passes is
  /// decided in them. Takes at most `steps` decisions.
  [[nodiscard]] Outcome run(PartialStates& states, std::size_t steps);

 private:
  struct Choice {
    PartialStates before;
    base::CellId cell{};
    CellState other = CellState::bar;
  };
  /// The ends of a way: a cell's two rails on the left, or its two on the right.
  using Rails = std::vector<std::array<bool, 2>>;

  [[nodiscard]] bool propagate(PartialStates& states);
  /// False when `input` cannot reach `output`. Decides the cells that it must pass in one state;
  /// `changed` tells whether there was one.
  [[nodiscard]] bool narrow(base::PortId input, base::PortId output, PartialStates& states,
                            bool& changed);
  void mark_reached(const WayEnd& start, const PartialStates& states);
  void mark_leading(base::PortId output, const PartialStates& states);
  [[nodiscard]] bool leads(const WayEnd& end, base::PortId output) const;
  /// The first undecided cell on the way of a circuit; of all circuits the one that light meets
  /// first. Nothing when all have arrived.
  [[nodiscard]] std::optional<base::CellId> next_cell(const PartialStates& states) const;

  const CellGraph& graph_;
  const std::vector<base::CellId>& order_;
  const std::vector<CellState>& preferred_;
  std::vector<std::pair<base::PortId, base::PortId>> circuits_;
  std::vector<std::size_t> place_;  // of each cell in order_
  Rails reached_;                   // left rails that light of the circuit at hand can reach
  Rails leading_;                   // left rails from which its output can be reached
  std::vector<Choice> choices_;
};

}  // namespace heliograph::photonics
