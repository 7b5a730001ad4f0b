// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/netlist_fabric.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

namespace {

SolveOptions ports_of(const NetlistFabricPlan& plan) {
  SolveOptions options;
  options.inputs = plan.inputs;
  options.outputs = plan.outputs;
  return options;
}

FabricStructure structure_of(const NetlistFabricPlan& plan) {
  FabricStructure structure;
  structure.graph = plan.graph;
  structure.input_ways = plan.input_ways;
  structure.ways = plan.cell_ways;
  for (const PlannedCell& cell : plan.cells) {
    structure.places.push_back(cell.place);
    structure.cell_names.push_back(cell.name);
  }
  structure.idle.assign(plan.cells.size(), CellState::cross);
  structure.drawing = draw_columns(structure.graph, structure.places);
  return structure;
}

}  // namespace

NetlistFabric::NetlistFabric(NetlistFabricPlan plan, std::vector<base::Radian> phase_errors)
    : SwitchFabric(structure_of(plan)),
      plan_(std::move(plan)),
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

void NetlistFabric::port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
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
  solver_.solve(frequency, matrix);
}

Eigen::Matrix2cd NetlistFabric::cell_field(base::CellId cell,
                                           const std::vector<base::Radian>& phases) const {
  const PlannedCell& planned = plan_.cells.at(base::index(cell));
  // F = A + B e^{j v} of one arm's phase v has A and B from its values at two v that are pi apart.
  const Eigen::Matrix2cd still = 0.5 * (planned.field[0] + planned.field[1]);
  const Eigen::Matrix2cd driven = 0.5 * (planned.field[1] - planned.field[0]);
  const double error = planned.is_phase ? phase_errors_[base::index(cell)].value() : 0.0;
  const double turn = planned.bar >= planned.cross ? 1.0 : -1.0;
  return still + driven * phasor(1.0, turn * (phases.at(base::index(cell)).value() + error));
}

WayCost NetlistFabric::cell_cost(const CellRail& at, CellState state) const {
  return plan_.cells[base::index(at.cell)].cost[state == CellState::bar ? 0 : 1][at.rail];
}

}  // namespace heliograph::photonics
