// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/cell_search.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::array<CellState, 2> kStates{CellState::bar, CellState::cross};

bool allows(const std::optional<CellState>& decided, CellState state) {
  return !decided || *decided == state;
}

}  // namespace

CellSearch::CellSearch(const CellGraph& graph, const std::vector<base::CellId>& order,
                       const Matching& wanted, const std::vector<CellState>& preferred)
    : graph_(graph),
      order_(order),
      preferred_(preferred),
      place_(graph.cells()),
      reached_(graph.cells()),
      leading_(graph.cells()) {
  for (std::size_t input = 0; input < wanted.ports(); ++input) {
    const auto port = static_cast<base::PortId>(input);
    if (const auto output = wanted.output_of(port)) {
      circuits_.emplace_back(port, *output);
    }
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    place_[base::index(order_[i])] = i;
  }
}

CellSearch::Outcome CellSearch::run(PartialStates& states, std::size_t steps) {
  choices_.clear();
  bool possible = propagate(states);
  for (std::size_t step = 0;; ++step) {
    if (possible) {
      const std::optional<base::CellId> cell = next_cell(states);
      if (!cell) {
        return Outcome::found;
      }
      if (step == steps) {
        return Outcome::gave_up;
      }
      const CellState first = preferred_[base::index(*cell)];
      choices_.push_back(
          {states, *cell, first == CellState::bar ? CellState::cross : CellState::bar});
      states[base::index(*cell)] = first;
    } else {
      if (choices_.empty()) {
        return Outcome::impossible;
      }
      if (step == steps) {
        return Outcome::gave_up;
      }
      states = std::move(choices_.back().before);
      states[base::index(choices_.back().cell)] = choices_.back().other;
      choices_.pop_back();
    }
    possible = propagate(states);
  }
}

bool CellSearch::propagate(PartialStates& states) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const auto& [input, output] : circuits_) {
      if (!narrow(input, output, states, changed)) {
        return false;
      }
    }
  }
  return true;
}

bool CellSearch::leads(const WayEnd& end, base::PortId output) const {
  if (const auto* rail = std::get_if<CellRail>(&end)) {
    return leading_[base::index(rail->cell)][rail->rail];
  }
  const auto* port = std::get_if<base::PortId>(&end);
  return port != nullptr && *port == output;
}

void CellSearch::mark_reached(const WayEnd& start, const PartialStates& states) {
  reached_.assign(graph_.cells(), {false, false});
  const auto mark = [this](const WayEnd& end) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      reached_[base::index(rail->cell)][rail->rail] = true;
    }
  };
  mark(start);
  for (const base::CellId cell : order_) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      for (const CellState state : kStates) {
        if (reached_[base::index(cell)][rail] && allows(states[base::index(cell)], state)) {
          mark(graph_.next({cell, rail}, state));
        }
      }
    }
  }
}

void CellSearch::mark_leading(base::PortId output, const PartialStates& states) {
  leading_.assign(graph_.cells(), {false, false});
  for (std::size_t i = order_.size(); i-- > 0;) {
    const base::CellId cell = order_[i];
    for (std::size_t rail = 0; rail < 2; ++rail) {
      for (const CellState state : kStates) {
        if (allows(states[base::index(cell)], state) &&
            leads(graph_.next({cell, rail}, state), output)) {
          leading_[base::index(cell)][rail] = true;
        }
      }
    }
  }
}

bool CellSearch::narrow(base::PortId input, base::PortId output, PartialStates& states,
                        bool& changed) {
  const WayEnd& start = graph_.inputs[base::index(input)];
  mark_leading(output, states);
  if (!leads(start, output)) {
    return false;
  }
  mark_reached(start, states);
  // Along the order of the light, `open` counts the waveguides on possible ways that have been
  // entered but whose ends have not been met. A cell in which all of them end must be passed.
  std::size_t open = 1;
  for (const base::CellId cell : order_) {
    const std::size_t c = base::index(cell);
    std::size_t arriving = 0;
    std::array<bool, 2> leaving{false, false};
    std::array<bool, 2> used{false, false};
    for (std::size_t rail = 0; rail < 2; ++rail) {
      if (!reached_[c][rail] || !leading_[c][rail]) {
        continue;
      }
      ++arriving;
      for (std::size_t s = 0; s < 2; ++s) {
        if (allows(states[c], kStates[s]) && leads(graph_.next({cell, rail}, kStates[s]), output)) {
          used[s] = true;
          leaving[kStates[s] == CellState::bar ? rail : 1 - rail] = true;
        }
      }
    }
    if (arriving > 0 && arriving == open && !states[c] && used[0] != used[1]) {
      states[c] = used[0] ? CellState::bar : CellState::cross;
      changed = true;
    }
    open = open - arriving + (leaving[0] ? 1 : 0) + (leaving[1] ? 1 : 0);
  }
  return true;
}

std::optional<base::CellId> CellSearch::next_cell(const PartialStates& states) const {
  std::optional<base::CellId> first;
  for (const auto& circuit : circuits_) {
    const WayEnd* end = &graph_.inputs[base::index(circuit.first)];
    while (const auto* at = std::get_if<CellRail>(end)) {
      const std::optional<CellState>& state = states[base::index(at->cell)];
      if (!state) {
        if (!first || place_[base::index(at->cell)] < place_[base::index(*first)]) {
          first = at->cell;
        }
        break;
      }
      end = &graph_.next(*at, *state);
    }
  }
  return first;
}

}  // namespace heliograph::photonics
