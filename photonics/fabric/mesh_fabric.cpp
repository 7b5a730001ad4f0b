// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_fabric.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

namespace {

/// A cell as a part of a circuit: its field is kept by the fabric, in one list for all of them.
class CellPart final : public ScatteringModel {
 public:
  CellPart(const std::vector<Eigen::Matrix2cd>& fields, std::size_t cell)
      : ScatteringModel("puc", {{"left0", "left1", "right0", "right1"}, {}}),
        fields_(fields),
        cell_(cell) {}

  void scattering(base::Hertz /*frequency*/, Eigen::MatrixXcd& s) const override {
    s.setZero(4, 4);
    s.bottomLeftCorner<2, 2>() = fields_[cell_];
    s.topRightCorner<2, 2>() = fields_[cell_].transpose();
  }
  [[nodiscard]] bool couples(std::size_t to, std::size_t from) const override {
    return (to < 2) != (from < 2);
  }

 private:
  const std::vector<Eigen::Matrix2cd>& fields_;
  std::size_t cell_;
};

Circuit circuit_of(const MeshLayout& layout, const std::vector<Eigen::Matrix2cd>& fields) {
  Circuit circuit;
  std::vector<InstanceId> parts;
  for (std::size_t cell = 0; cell < fields.size(); ++cell) {
    parts.push_back(circuit.add(layout.cell_names[cell], std::make_unique<CellPart>(fields, cell)));
  }
  const auto terminal = [&](const MeshTerminal& t) {
    return circuit.terminal(parts[base::index(t.cell)], (t.right ? 2U : 0U) + t.rail);
  };
  for (const auto& [a, b] : layout.joins) {
    circuit.join(terminal(a), terminal(b));
  }
  for (std::size_t port = 0; port < layout.ports.size(); ++port) {
    circuit.expose("port " + std::to_string(port), terminal(layout.ports[port]));
  }
  return circuit;
}

/// Copies what the base class keeps.
FabricStructure structure_of(const MeshLayout& layout) {
  FabricStructure structure;
  structure.graph = layout.graph;
  structure.drawing = layout.drawing;
  structure.input_ways.resize(layout.graph.ports());
  structure.ways.resize(layout.graph.cells());
  structure.places = layout.places;
  structure.cell_names = layout.cell_names;
  // All in cross: light zigzags through the mesh and leaves; all in bar would close every face.
  structure.idle.assign(layout.graph.cells(), CellState::cross);
  return structure;
}

}  // namespace

MeshFabric::MeshFabric(const MeshLayout& layout, const MeshParameters& parameters,
                       std::shared_ptr<const CellModel> cell,
                       std::vector<base::Radian> phase_errors,
                       std::vector<std::optional<base::Radian>> stuck)
    : SwitchFabric(structure_of(layout)),
      lattice_(layout.lattice),
      vertices_(layout.vertices),
      ports_(layout.ports),
      parameters_(parameters),
      cell_(std::move(cell)),
      phase_errors_(std::move(phase_errors)),
      stuck_(std::move(stuck)),
      fields_(layout.graph.cells()),
      circuit_(circuit_of(layout, fields_)),
      solver_(circuit_) {
  if (phase_errors_.empty()) {
    phase_errors_.resize(actuators());
  }
  if (phase_errors_.size() != actuators()) {
    throw std::invalid_argument("a phase error is needed for each actuator of the fabric, or none");
  }
  stuck_.resize(stuck_.empty() ? cells() : stuck_.size());
  if (stuck_.size() != cells()) {
    throw std::invalid_argument("of each cell of the fabric it is needed whether it is stuck");
  }
  for (std::size_t i = 0; i < cells(); ++i) {
    const auto id = static_cast<base::CellId>(i);
    if (const std::optional<CellState> held = held_state(id)) {
      set_idle(id, *held);
    }
  }
  for (const CellState state : {CellState::bar, CellState::cross}) {
    const Eigen::Matrix2cd field = cell_->field(nominal_phase(state), design_frequency());
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      const auto r = static_cast<Eigen::Index>(rail % 2);
      WayCost& cost = cell_costs_[state == CellState::bar ? 0 : 1][rail];
      cost.length = parameters_.puc_length;
      cost.delay = parameters_.puc_delay();
      // From the right to the left the field is the transpose.
      cost.loss = -base::to_decibel(
          base::PowerRatio(rail < 2 ? field.col(r).squaredNorm() : field.row(r).squaredNorm()));
    }
  }
}

Eigen::Matrix2cd MeshFabric::cell_field_at(std::size_t cell,
                                           const std::vector<base::Radian>& phases,
                                           base::Hertz frequency) const {
  double common = parameters_.puc_phase().value() + 2.0 * base::kPi *
                                                        (frequency - design_frequency()).value() *
                                                        parameters_.puc_delay().value();
  if (parameters_.common_phases) {
    common += (phases[cells() + cell] + phase_errors_[cells() + cell]).value();
  }
  const base::Radian phase = stuck_[cell].value_or(phases[cell] + phase_errors_[cell]);
  return phasor(1.0, common) * cell_->field(phase, frequency);
}

std::optional<CellState> MeshFabric::held_state(base::CellId cell) const {
  const std::optional<base::Radian>& phase = stuck_[base::index(cell)];
  if (!phase) {
    return std::nullopt;
  }
  return std::cos(phase->value()) < 0.0 ? CellState::bar : CellState::cross;
}

Eigen::Matrix2cd MeshFabric::cell_field(base::CellId cell,
                                        const std::vector<base::Radian>& phases) const {
  return cell_field_at(base::index(cell), phases, design_frequency());
}

WayCost MeshFabric::cell_cost(const CellRail& at, CellState state) const {
  return cell_costs_[state == CellState::bar ? 0 : 1][at.rail];
}

void MeshFabric::port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                             Eigen::MatrixXcd& matrix) const {
  if (phases.size() != actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  for (std::size_t cell = 0; cell < fields_.size(); ++cell) {
    fields_[cell] = cell_field_at(cell, phases, frequency);
  }
  solver_.solve(frequency, matrix);
}

MeshFabric make_mesh(const MeshShape& shape, const MeshParameters& parameters,
                     std::vector<base::Radian> phase_errors) {
  return MeshFabric(make_mesh_layout(shape), parameters,
                    std::make_shared<MziCell>(parameters.cell, parameters.design_wavelength),
                    std::move(phase_errors));
}

}  // namespace heliograph::photonics
