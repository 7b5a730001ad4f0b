// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/routing_cost.hpp"

#include <algorithm>

namespace heliograph::photonics {

namespace {

std::int64_t loss_of(const RoutedFabric& fabric, base::PortId input,
                     const std::vector<CellState>& states) {
  std::int64_t loss = fabric.losses->entry(input);
  const WayEnd* end = &fabric.graph.inputs[base::index(input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    const CellState state = states[base::index(at->cell)];
    loss += fabric.losses->step(*at, state);
    end = &fabric.graph.next(*at, state);
  }
  return loss;
}

}  // namespace

RoutingCost cost_of(const RoutedFabric& fabric, const RoutingTask& task,
                    const RoutingResult& result) {
  const auto changed = static_cast<std::int64_t>(result.changed.size());
  const auto disturbed = static_cast<std::int64_t>(result.disturbed_inputs.size());
  RoutingCost cost;
  switch (task.request().objective) {
    case RoutingObjective::least_disturbance:
      return {disturbed, changed};
    case RoutingObjective::fewest_changes:
      return {changed, disturbed};
    case RoutingObjective::least_loss:
      for (const WantedCircuit& circuit : task.circuits()) {
        const std::int64_t loss = loss_of(fabric, circuit.input, result.states);
        cost.first = std::max(cost.first, loss);
        cost.second += loss;
      }
      break;
  }
  return cost;
}

}  // namespace heliograph::photonics
