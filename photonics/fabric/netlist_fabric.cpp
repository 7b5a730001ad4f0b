// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/netlist_fabric.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

SolveOptions ports_of(const NetlistFabricPlan& plan) {
  SolveOptions options;
  options.inputs = plan.inputs;
  options.outputs = plan.outputs;
  return options;
}

}  // namespace

NetlistFabric::NetlistFabric(NetlistFabricPlan plan, std::vector<base::Radian> phase_errors)
    : plan_(std::move(plan)),
      phase_errors_(std::move(phase_errors)),
      present_(plan_.cells.size()),
      solver_(plan_.circuit, ports_of(plan_)) {
  if (phase_errors_.empty()) {
    phase_errors_.resize(plan_.cells.size());
  }
  if (phase_errors_.size() != plan_.cells.size()) {
    throw std::invalid_argument("a phase error is needed for each cell of the fabric, or none");
  }
}

double NetlistFabric::setting(base::ActuatorId actuator, base::Radian phase) const {
  const PlannedCell& cell = plan_.cells[base::index(actuator)];
  const base::Radian error = cell.is_phase ? phase_errors_[base::index(actuator)] : base::Radian();
  return cell.cross + (phase + error).value() / base::kPi * (cell.bar - cell.cross);
}

bool NetlistFabric::drive(std::size_t actuator, double value) const {
  if (present_[actuator] == value) {
    return true;
  }
  const PlannedCell& cell = plan_.cells[actuator];
  if (!plan_.circuit.set(cell.actuator, cell.setting, value)) {
    return false;
  }
  present_[actuator] = value;
  return true;
}

bool NetlistFabric::accepts(base::ActuatorId actuator, base::Radian phase) const {
  return drive(base::index(actuator), setting(actuator, phase));
}

base::ActuatorId NetlistFabric::actuator(base::CellId cell) const {
  return static_cast<base::ActuatorId>(base::index(cell));
}

void NetlistFabric::port_matrix(const std::vector<base::Radian>& phases,
                                Eigen::MatrixXcd& matrix) const {
  if (phases.size() != actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const double value = setting(static_cast<base::ActuatorId>(i), phases[i]);
    if (!drive(i, value)) {
      throw std::out_of_range("cell '" + plan_.cells[i].name + "': setting '" +
                              plan_.cells[i].setting + "' does not take " +
                              base::rounded_number_text(value));
    }
  }
  solver_.solve(plan_.frequency, matrix);
}

PathTrace NetlistFabric::trace(base::PortId input, const std::vector<CellState>& states) const {
  if (base::index(input) >= ports()) {
    throw std::invalid_argument("the fabric has no input " + std::to_string(base::index(input)));
  }
  if (states.size() != cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  PathTrace path;
  WayCost cost = plan_.input_ways[base::index(input)];
  const WayEnd* end = &plan_.graph.inputs[base::index(input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    const std::size_t cell = base::index(at->cell);
    const bool bar = states[cell] == CellState::bar;
    path.hops.push_back({at->cell, states[cell]});
    cost += plan_.cells[cell].cost[bar ? 0 : 1][at->rail];
    cost += plan_.cell_ways[cell][bar ? at->rail : 1 - at->rail];
    end = &plan_.graph.next(*at, states[cell]);
  }
  path.output = std::get<base::PortId>(*end);
  path.crossings = cost.crossings;
  path.length = cost.length;
  path.delay = cost.delay;
  path.loss = cost.loss;
  return path;
}

base::Second NetlistFabric::longest_delay() const {
  // Cells are numbered column by column, so what leads to a cell has been seen before it.
  base::Second longest;
  std::vector<std::array<base::Second, 2>> arrival(cells());
  const auto reach = [&](const WayEnd& end, base::Second delay) {
    if (const auto* at = std::get_if<CellRail>(&end)) {
      arrival[base::index(at->cell)][at->rail] = delay;
    } else {
      longest = std::max(longest, delay);
    }
  };
  for (std::size_t input = 0; input < ports(); ++input) {
    reach(plan_.graph.inputs[input], plan_.input_ways[input].delay);
  }
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    const auto& cost = plan_.cells[cell].cost;
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const base::Second bar = arrival[cell][rail] + cost[0][rail].delay;
      const base::Second cross = arrival[cell][1 - rail] + cost[1][1 - rail].delay;
      reach(plan_.graph.after[cell][rail],
            std::max(bar, cross) + plan_.cell_ways[cell][rail].delay);
    }
  }
  return longest;
}

CellPlace NetlistFabric::place(base::CellId cell) const {
  return plan_.cells.at(base::index(cell)).place;
}

std::string NetlistFabric::cell_name(base::CellId cell) const {
  return plan_.cells.at(base::index(cell)).name;
}

}  // namespace heliograph::photonics
