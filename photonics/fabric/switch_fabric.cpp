// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/switch_fabric.hpp"

#include <algorithm>
#include <stdexcept>

namespace heliograph::photonics {

void SwitchFabric::port_matrix(const std::vector<base::Radian>& phases,
                               Eigen::MatrixXcd& matrix) const {
  port_matrix(phases, design_frequency(), matrix);
}

Eigen::MatrixXcd SwitchFabric::port_matrix(const std::vector<base::Radian>& phases) const {
  Eigen::MatrixXcd matrix;
  port_matrix(phases, matrix);
  return matrix;
}

PathTrace SwitchFabric::trace(base::PortId input, const std::vector<CellState>& states) const {
  if (base::index(input) >= ports()) {
    throw std::invalid_argument("the fabric has no input " + std::to_string(base::index(input)));
  }
  if (states.size() != cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  PathTrace path;
  WayCost cost = structure_.input_ways[base::index(input)];
  const WayEnd* end = &graph().inputs[base::index(input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    const std::size_t cell = base::index(at->cell);
    path.hops.push_back({at->cell, states[cell]});
    cost += cell_cost(*at, states[cell]);
    cost += structure_.ways[cell][rail_after(at->rail, states[cell])];
    end = &graph().next(*at, states[cell]);
  }
  if (const auto* port = std::get_if<base::PortId>(end)) {
    path.output = *port;
  }
  path.crossings = cost.crossings;
  path.length = cost.length;
  path.delay = cost.delay;
  path.loss = cost.loss;
  return path;
}

std::vector<base::Radian> nominal_phases(const SwitchFabric& fabric,
                                         const std::vector<CellState>& states) {
  if (states.size() != fabric.cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  std::vector<base::Radian> phases(fabric.actuators());
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    phases[base::index(fabric.actuator(static_cast<base::CellId>(cell)))] =
        nominal_phase(states[cell]);
  }
  return phases;
}

base::Second longest_delay(const SwitchFabric& fabric) {
  const FabricStructure& structure = fabric.structure();
  // In the order of the light, what leads to a cell has been seen before it.
  base::Second longest;
  std::vector<std::array<base::Second, kCellRails>> arrival(fabric.cells());
  const auto reach = [&](const WayEnd& end, base::Second delay) {
    if (const auto* at = std::get_if<CellRail>(&end)) {
      arrival[base::index(at->cell)][at->rail] = delay;
    } else if (std::holds_alternative<base::PortId>(end)) {
      longest = std::max(longest, delay);
    }
  };
  for (std::size_t input = 0; input < fabric.ports(); ++input) {
    reach(structure.graph.inputs[input], structure.input_ways[input].delay);
  }
  for (const base::CellId id : light_order(structure.graph)) {
    const std::size_t cell = base::index(id);
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const base::Second bar =
          arrival[cell][rail] + fabric.cell_cost({id, rail}, CellState::bar).delay;
      const base::Second cross =
          arrival[cell][1 - rail] + fabric.cell_cost({id, 1 - rail}, CellState::cross).delay;
      reach(structure.graph.after[cell][rail],
            std::max(bar, cross) + structure.ways[cell][rail].delay);
    }
  }
  return longest;
}

}  // namespace heliograph::photonics
