// SPDX-License-Identifier: Apache-2.0
// What states that are decided in part must cost at least.
#include <algorithm>

#include "photonics/routing/cell_search.hpp"

namespace heliograph::photonics {

template <typename StepCost>
std::int64_t CellSearch::least_to_go(std::size_t number, const Node& node, const StepCost& cost) {
  // What the circuit priced before has left must not be taken for this one's.
  if (priced_) {
    for (const std::size_t cell : circuits_[*priced_].cells) {
      to_go_[2 * cell] = to_go_[2 * cell + 1] = kNoWay;
    }
  }
  priced_ = number;
  const Circuit& circuit = circuits_[number];
  const auto from = [&](End end) {
    return end >= 0 ? to_go_[static_cast<std::size_t>(end)] : end == circuit.target ? 0 : kNoWay;
  };
  for (std::size_t i = circuit.cells.size(); i-- > 0;) {
    const std::size_t cell = circuit.cells[i];
    for (const std::size_t end : {2 * cell, 2 * cell + 1}) {
      std::int64_t least = kNoWay;
      for (const CellState state : kStates) {
        const std::int64_t rest = from(after(end, state));
        if (allows(node.states[cell], state) && rest < kNoWay) {
          least = std::min(least, rest + cost(end, state));
        }
      }
      to_go_[end] = least;
    }
  }
  visits_ += circuit.cells.size();
  return from(circuit.start);
}

std::int64_t CellSearch::least_loss(std::size_t number, const Node& node) {
  const PathLosses& losses = *fabric_.losses;
  return losses.entry(circuits_[number].input) +
         least_to_go(number, node, [&](std::size_t end, CellState state) {
           return losses.step({static_cast<base::CellId>(end / 2), end % 2}, state);
         });
}

std::int64_t CellSearch::least_changes(const Node& node) {
  std::int64_t decided = 0;
  for (std::size_t cell = 0; cell < present_.size(); ++cell) {
    decided += node.states[cell] && *node.states[cell] != present_[cell] ? 1 : 0;
  }
  // Open cells: each circuit's least, where a cell that two circuits may share counts half.
  std::int64_t halves = 0;
  for (std::size_t circuit = 0; circuit < circuits_.size(); ++circuit) {
    halves += least_to_go(circuit, node, [&](std::size_t end, CellState state) {
      const std::size_t cell = end / 2;
      const bool changes = !node.states[cell] && state != present_[cell];
      const bool shared = node.owner.empty() && circuits_at_[cell].size() > 1;
      return std::int64_t{changes ? (shared ? 1 : 2) : 0};
    });
  }
  return decided + (halves + 1) / 2;
}

std::int64_t CellSearch::least_disturbed(const Node& node) const {
  std::int64_t disturbed = 0;
  for (const Circuit& circuit : circuits_) {
    disturbed += std::any_of(circuit.present_way.begin(), circuit.present_way.end(),
                             [&](std::size_t cell) {
                               return node.states[cell] && *node.states[cell] != present_[cell];
                             })
                     ? 1
                     : 0;
  }
  return disturbed;
}

RoutingCost CellSearch::bound(const Node& node) {
  RoutingCost cost;
  switch (objective_) {
    case RoutingObjective::least_disturbance:
      return {least_disturbed(node), least_changes(node)};
    case RoutingObjective::fewest_changes:
      return {least_changes(node), least_disturbed(node)};
    case RoutingObjective::least_loss:
      for (std::size_t circuit = 0; circuit < circuits_.size(); ++circuit) {
        const std::int64_t loss = least_loss(circuit, node);
        cost.first = std::max(cost.first, loss);
        cost.second += loss;
      }
      break;
  }
  return cost;
}

CellState CellSearch::first_choice(const NextCell& next, const Node& node) {
  const CellState present = present_[next.end / 2];
  if (objective_ != RoutingObjective::least_loss) {
    return present;
  }
  const std::int64_t least = least_loss(next.circuit, node);
  Node kept;
  kept.states = node.states;
  kept.states[next.end / 2] = present;
  return least_loss(next.circuit, kept) == least ? present : other_than(present);
}

}  // namespace heliograph::photonics
