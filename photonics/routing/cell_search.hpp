// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "photonics/routing/routing_cost.hpp"

namespace heliograph::photonics {

/// States of some of the cells.
using PartialStates = std::vector<std::optional<CellState>>;

/// Searches states of the cells that realise the wanted circuits of a task: depth first, with
/// propagation of what follows from the decisions made so far; and, for an objective, branch and
/// bound. Cells are decided one after the other, those that light meets first before the others;
/// the present state is tried first or, for the least loss, that of the least possible loss. After
/// each decision every cell that a circuit must now pass in one state is decided too, and a circuit
/// that cannot reach its output any more sends the search back.
class CellSearch {
 public:
  enum class Outcome { found, impossible, gave_up };

  /// When a search gives up. A decision is one of both kinds, forwards and back; a visit is one
  /// cell that one circuit may pass, looked at once.
  struct Limits {
    std::size_t decisions = std::numeric_limits<std::size_t>::max();
    std::size_t visits = std::numeric_limits<std::size_t>::max();
  };

  /// What is passed must outlive the search.
  CellSearch(const RoutedFabric& fabric, const RoutingTask& task);

  /// Begins with `states`; when something is found, every cell that a wanted circuit passes is
  /// decided in them.
  [[nodiscard]] Outcome run(PartialStates& states, const Limits& limits);

  /// The best states that go on from `start` and cost less than `to_beat`, if any were found.
  /// `complete`: there are none that are better than these, or than `to_beat`.
  struct Improvement {
    std::optional<PartialStates> states;
    bool complete = false;
  };
  /// Precondition: what is decided in `start` is on the way of wanted circuits in any case.
  [[nodiscard]] Improvement improve(const PartialStates& start, const RoutingCost& to_beat,
                                    const Limits& limits);

  /// No states that go on from `start` cost less. Nothing when there are none at all. Precondition
  /// as of improve().
  [[nodiscard]] std::optional<RoutingCost> bound_from(const PartialStates& start);

  /// Visits so far, and decisions of the last search.
  [[nodiscard]] std::size_t visits() const { return visits_; }
  [[nodiscard]] std::size_t decisions() const { return decisions_; }

 private:
  /// Where a waveguide ends: 2 cell + rail, kDark, or kFirstPort - port.
  using End = std::int32_t;
  static constexpr End kDark = -1;
  static constexpr End kFirstPort = -2;
  static constexpr std::int32_t kNobody = -1;
  static constexpr std::array<CellState, 2> kStates{CellState::bar, CellState::cross};
  /// More than any way costs, and small enough to be added to.
  static constexpr std::int64_t kNoWay = std::numeric_limits<std::int64_t>::max() / 4;

  struct Circuit {
    base::PortId input{};
    End start = kDark;
    End target = kDark;
    std::vector<std::size_t> cells;        ///< on any way from start to target, in light's order
    std::vector<std::size_t> present_way;  ///< of a circuit that stays
  };
  struct Node {
    PartialStates states;
    std::vector<std::int32_t> owner;  ///< of each cell, if no cell may have two: its circuit
  };
  struct Choice {
    Node before;
    std::size_t cell = 0;
    CellState other = CellState::bar;
  };
  struct NextCell {
    std::size_t circuit = 0;
    std::size_t end = 0;  ///< 2 cell + rail
  };
  struct Target {
    RoutingCost to_beat;
    std::optional<PartialStates> best;
  };

  static bool allows(const std::optional<CellState>& decided, CellState state) {
    return !decided || *decided == state;
  }
  static CellState other_than(CellState state) {
    return state == CellState::bar ? CellState::cross : CellState::bar;
  }
  [[nodiscard]] static End end_of(const WayEnd& end);
  [[nodiscard]] End after(std::size_t end, CellState state) const {
    return ends_[state == CellState::bar ? end : end ^ 1U];
  }
  void find_cells(Circuit& circuit);
  [[nodiscard]] Outcome search(Node node, const Limits& limits, Target* target,
                               PartialStates* found);
  [[nodiscard]] Node node_of(const PartialStates& states) const;
  void mark_all();
  void mark(std::size_t cell);
  /// Draws all conclusions for the circuits that are marked. False when one has no way left.
  [[nodiscard]] bool propagate(Node& node);
  /// Of the circuit of this number (as below): false when it cannot reach its output. Decides the
  /// cells that it must pass in one state, and takes those that it must pass where no cell may have
  /// two circuits.
  [[nodiscard]] bool narrow(std::size_t number, Node& node);
  [[nodiscard]] bool mark_leading(std::size_t number, const Node& node);
  void conclude(std::size_t number, Node& node);
  [[nodiscard]] bool leads(End end, End target) const {
    return end >= 0 ? leading_[static_cast<std::size_t>(end)] : end == target;
  }
  /// The least sum of step costs with which the circuit can still reach its output. Leaves that of
  /// each place on its way in `to_go_`.
  template <typename StepCost>
  std::int64_t least_to_go(std::size_t number, const Node& node, const StepCost& cost);
  [[nodiscard]] std::int64_t least_loss(std::size_t number, const Node& node);
  [[nodiscard]] std::int64_t least_changes(const Node& node);
  [[nodiscard]] std::int64_t least_disturbed(const Node& node) const;
  [[nodiscard]] RoutingCost bound(const Node& node);
  /// The first undecided cell on the way of a circuit; of all circuits the one that light meets
  /// first. Nothing when all have arrived.
  [[nodiscard]] std::optional<NextCell> next_cell(const Node& node) const;
  [[nodiscard]] CellState first_choice(const NextCell& next, const Node& node);

  const RoutedFabric& fabric_;
  const std::vector<CellState>& present_;
  RoutingObjective objective_;
  std::vector<End> ends_;           // by 2 cell + rail of leaving
  std::vector<std::size_t> place_;  // of each cell in the order of the light
  std::vector<Circuit> circuits_;
  std::vector<std::vector<std::size_t>> circuits_at_;  // that may pass each cell
  std::vector<bool> marked_;                           // circuits to look at again
  std::vector<char> reached_;                          // by 2 cell + rail: from the circuit's input
  std::vector<char> leading_;                          // and from there to its output
  std::vector<std::int64_t> to_go_;                    // by 2 cell + rail
  std::optional<std::size_t> priced_;                  // the circuit that to_go_ is of
  std::vector<Choice> choices_;
  std::size_t visits_ = 0;
  std::size_t decisions_ = 0;
};

}  // namespace heliograph::photonics
