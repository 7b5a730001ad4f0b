// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/sorting_rule.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "photonics/routing/exchange.hpp"

namespace heliograph::photonics {

namespace {

/// Light on a line: where it is to come out, and whether a circuit wants that.
struct Sorted {
  std::size_t output = 0;
  bool wanted = false;
};

/// What enters by each input: a full permutation.
std::vector<Sorted> completed(const RoutingTask& task) {
  const std::size_t ports = task.graph().ports();
  const Matching& wanted = task.request().wanted;
  std::vector<std::optional<Sorted>> light(ports);
  std::vector<bool> taken(ports);
  for (const WantedCircuit& circuit : task.circuits()) {
    light[base::index(circuit.input)] = Sorted{base::index(circuit.output), true};
    taken[base::index(circuit.output)] = true;
  }
  for (std::size_t input = 0; input < ports && wanted.size() < ports; ++input) {
    if (light[input]) {
      continue;
    }
    const auto now =
        walk(task.graph(), static_cast<base::PortId>(input), task.request().present_states).output;
    if (now && !taken[base::index(*now)]) {
      light[input] = Sorted{base::index(*now), false};
      taken[base::index(*now)] = true;
    }
  }
  std::vector<Sorted> all;
  std::size_t free = 0;
  for (const std::optional<Sorted>& one : light) {
    if (!one) {
      while (taken[free]) {
        ++free;
      }
      taken[free] = true;
    }
    all.push_back(one.value_or(Sorted{free, false}));
  }
  return all;
}

}  // namespace

std::vector<CellState> SortingRule::states_for(const RoutingTask& task) const {
  if (auto exchanged = exchanged_states(task)) {
    return *std::move(exchanged);
  }
  return sorted_states(task);
}

std::vector<CellState> SortingRule::sorted_states(const RoutingTask& task) const {
  const CellGraph& graph = task.graph();
  std::vector<CellState> states = task.request().present_states;
  std::vector<std::array<Sorted, 2>> entering(graph.cells());
  const auto arrive = [&](const WayEnd& end, const Sorted& light) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      entering[base::index(rail->cell)][rail->rail] = light;
    }
  };
  const std::vector<Sorted> light = completed(task);
  for (std::size_t input = 0; input < light.size(); ++input) {
    arrive(graph.inputs[input], light[input]);
  }
  for (const base::CellId id : order_) {
    const std::size_t cell = base::index(id);
    auto& [upper, lower] = entering[cell];
    const bool falling = upper.output > lower.output;
    if (upper.wanted || lower.wanted) {
      states[cell] = falling ? CellState::cross : CellState::bar;
    }
    if (falling) {
      std::swap(upper, lower);
    }
    arrive(graph.after[cell][0], upper);
    arrive(graph.after[cell][1], lower);
  }
  return states;
}

}  // namespace heliograph::photonics
