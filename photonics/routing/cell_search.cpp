// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/cell_search.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::photonics {

CellSearch::CellSearch(const RoutedFabric& fabric, const RoutingTask& task)
    : fabric_(fabric),
      present_(task.request().present_states),
      objective_(task.request().objective),
      ends_(2 * fabric.graph.cells()),
      place_(fabric.graph.cells()),
      circuits_at_(fabric.graph.cells()),
      reached_(2 * fabric.graph.cells()),
      leading_(2 * fabric.graph.cells()),
      to_go_(2 * fabric.graph.cells(), kNoWay) {
  for (std::size_t i = 0; i < fabric.order.size(); ++i) {
    place_[base::index(fabric.order[i])] = i;
  }
  for (std::size_t end = 0; end < ends_.size(); ++end) {
    ends_[end] = end_of(fabric.graph.after[end / 2][end % 2]);
  }
  for (const WantedCircuit& wanted : task.circuits()) {
    Circuit circuit;
    circuit.input = wanted.input;
    circuit.start = end_of(fabric.graph.inputs[base::index(wanted.input)]);
    circuit.target = end_of(wanted.output);
    for (const PathHop& hop : wanted.present_way) {
      circuit.present_way.push_back(base::index(hop.cell));
    }
    find_cells(circuit);
    for (const std::size_t cell : circuit.cells) {
      circuits_at_[cell].push_back(circuits_.size());
    }
    circuits_.push_back(std::move(circuit));
  }
  marked_.resize(circuits_.size());
}

CellSearch::End CellSearch::end_of(const WayEnd& end) {
  if (const auto* rail = std::get_if<CellRail>(&end)) {
    return static_cast<End>(2 * base::index(rail->cell) + rail->rail);
  }
  if (const auto* port = std::get_if<base::PortId>(&end)) {
    return kFirstPort - static_cast<End>(base::index(*port));
  }
  return kDark;
}

void CellSearch::find_cells(Circuit& circuit) {
  for (std::size_t i = fabric_.order.size(); i-- > 0;) {
    const std::size_t cell = base::index(fabric_.order[i]);
    const bool either =
        leads(ends_[2 * cell], circuit.target) || leads(ends_[2 * cell + 1], circuit.target);
    leading_[2 * cell] = leading_[2 * cell + 1] = static_cast<char>(either);
  }
  if (leads(circuit.start, circuit.target) && circuit.start >= 0) {
    reached_[static_cast<std::size_t>(circuit.start)] = 1;
  }
  for (const base::CellId id : fabric_.order) {
    const std::size_t cell = base::index(id);
    if (!reached_[2 * cell] && !reached_[2 * cell + 1]) {
      continue;
    }
    circuit.cells.push_back(cell);
    for (const End end : {ends_[2 * cell], ends_[2 * cell + 1]}) {
      if (end >= 0 && leading_[static_cast<std::size_t>(end)]) {
        reached_[static_cast<std::size_t>(end)] = 1;
      }
    }
  }
  std::fill(reached_.begin(), reached_.end(), char{0});
  std::fill(leading_.begin(), leading_.end(), char{0});
  visits_ += 2 * fabric_.order.size();
}

CellSearch::Node CellSearch::node_of(const PartialStates& states) const {
  Node node;
  node.states = states;
  if (fabric_.one_signal_a_cell) {
    node.owner.assign(states.size(), kNobody);
  }
  return node;
}

CellSearch::Outcome CellSearch::run(PartialStates& states, const Limits& limits) {
  return search(node_of(states), limits, nullptr, &states);
}

CellSearch::Improvement CellSearch::improve(const PartialStates& start, const RoutingCost& to_beat,
                                            const Limits& limits) {
  Target target{to_beat, std::nullopt};
  const Outcome outcome = search(node_of(start), limits, &target, nullptr);
  return {std::move(target.best), outcome != Outcome::gave_up};
}

std::optional<RoutingCost> CellSearch::bound_from(const PartialStates& start) {
  Node node = node_of(start);
  mark_all();
  if (!propagate(node)) {
    return std::nullopt;
  }
  return bound(node);
}

CellSearch::Outcome CellSearch::search(Node node, const Limits& limits, Target* target,
                                       PartialStates* found) {
  choices_.clear();
  const std::size_t last_visit = limits.visits < std::numeric_limits<std::size_t>::max() - visits_
                                     ? visits_ + limits.visits
                                     : std::numeric_limits<std::size_t>::max();
  mark_all();
  bool possible = propagate(node);
  for (decisions_ = 0;; ++decisions_) {
    if (possible && target != nullptr) {
      possible = bound(node) < target->to_beat;
    }
    std::optional<NextCell> next;
    if (possible) {
      next = next_cell(node);
      if (!next && target == nullptr) {
        *found = std::move(node.states);
        return Outcome::found;
      }
      if (!next) {
        // Nothing is open any more: the bound is the cost.
        target->to_beat = bound(node);
        target->best = node.states;
      }
    }
    if (!next && choices_.empty()) {
      return target != nullptr && target->best ? Outcome::found : Outcome::impossible;
    }
    if (decisions_ == limits.decisions || visits_ >= last_visit) {
      return Outcome::gave_up;
    }
    if (next) {
      const std::size_t cell = next->end / 2;
      const CellState first = first_choice(*next, node);
      choices_.push_back({node, cell, other_than(first)});
      node.states[cell] = first;
      mark(cell);
    } else {
      node = std::move(choices_.back().before);
      node.states[choices_.back().cell] = choices_.back().other;
      mark(choices_.back().cell);
      choices_.pop_back();
    }
    possible = propagate(node);
  }
}

void CellSearch::mark_all() { std::fill(marked_.begin(), marked_.end(), true); }

void CellSearch::mark(std::size_t cell) {
  for (const std::size_t circuit : circuits_at_[cell]) {
    marked_[circuit] = true;
  }
}

bool CellSearch::propagate(Node& node) {
  for (;;) {
    bool any = false;
    for (std::size_t circuit = 0; circuit < circuits_.size(); ++circuit) {
      if (!marked_[circuit]) {
        continue;
      }
      any = true;
      marked_[circuit] = false;
      if (!narrow(circuit, node)) {
        std::fill(marked_.begin(), marked_.end(), false);
        return false;
      }
    }
    if (!any) {
      return true;
    }
  }
}

bool CellSearch::mark_leading(std::size_t number, const Node& node) {
  const Circuit& circuit = circuits_[number];
  for (std::size_t i = circuit.cells.size(); i-- > 0;) {
    const std::size_t cell = circuit.cells[i];
    if (!node.owner.empty() && node.owner[cell] != kNobody &&
        node.owner[cell] != static_cast<std::int32_t>(number)) {
      continue;
    }
    for (const std::size_t end : {2 * cell, 2 * cell + 1}) {
      for (const CellState state : kStates) {
        if (allows(node.states[cell], state) && leads(after(end, state), circuit.target)) {
          leading_[end] = 1;
        }
      }
    }
  }
  return leads(circuit.start, circuit.target);
}

void CellSearch::conclude(std::size_t number, Node& node) {
  const Circuit& circuit = circuits_[number];
  if (circuit.start >= 0) {
    reached_[static_cast<std::size_t>(circuit.start)] = 1;
  }
  // Along the order of the light, `open` counts the waveguides on possible ways that have been
  // entered but whose ends have not been met. A cell in which all of them end must be passed.
  std::size_t open = 1;
  for (const std::size_t cell : circuit.cells) {
    std::size_t arriving = 0;
    std::array<bool, 2> leaving{false, false};
    std::array<bool, 2> used{false, false};
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const std::size_t end = 2 * cell + rail;
      if (!reached_[end] || !leading_[end]) {
        continue;
      }
      ++arriving;
      for (std::size_t s = 0; s < 2; ++s) {
        const End next = after(end, kStates[s]);
        if (allows(node.states[cell], kStates[s]) && leads(next, circuit.target)) {
          used[s] = true;
          leaving[kStates[s] == CellState::bar ? rail : 1 - rail] = true;
          if (next >= 0) {
            reached_[static_cast<std::size_t>(next)] = 1;
          }
        }
      }
    }
    if (arriving > 0 && arriving == open) {
      if (!node.states[cell] && used[0] != used[1]) {
        node.states[cell] = used[0] ? CellState::bar : CellState::cross;
        mark(cell);
      }
      if (!node.owner.empty() && node.owner[cell] == kNobody) {
        node.owner[cell] = static_cast<std::int32_t>(number);
        mark(cell);
      }
    }
    open = open - arriving + (leaving[0] ? 1 : 0) + (leaving[1] ? 1 : 0);
  }
}

bool CellSearch::narrow(std::size_t number, Node& node) {
  const bool possible = mark_leading(number, node);
  if (possible) {
    conclude(number, node);
  }
  for (const std::size_t cell : circuits_[number].cells) {
    reached_[2 * cell] = reached_[2 * cell + 1] = 0;
    leading_[2 * cell] = leading_[2 * cell + 1] = 0;
  }
  visits_ += circuits_[number].cells.size();
  return possible;
}

std::optional<CellSearch::NextCell> CellSearch::next_cell(const Node& node) const {
  std::optional<NextCell> first;
  for (std::size_t circuit = 0; circuit < circuits_.size(); ++circuit) {
    End end = circuits_[circuit].start;
    while (end >= 0) {
      const auto at = static_cast<std::size_t>(end);
      const std::optional<CellState>& state = node.states[at / 2];
      if (!state) {
        if (!first || place_[at / 2] < place_[first->end / 2]) {
          first = NextCell{circuit, at};
        }
        break;
      }
      end = after(at, *state);
    }
  }
  return first;
}

}  // namespace heliograph::photonics
