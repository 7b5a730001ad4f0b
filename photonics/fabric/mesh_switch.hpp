// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// Which ports of a mesh are the inputs and the outputs of a switch: input i is mesh port tx[i],
/// output i is mesh port rx[i].
///
/// A transceiver sends and receives at once, to and from different partners, and a setting of the
/// mesh joins each of its ports to one other: so an accelerator takes two ports of the mesh. With a
/// circulator its two fibres can be one (tx[i] == rx[i]); then only circuits between partners, i to
/// j and j to i, can be there together.
struct MeshPorts {
  std::vector<base::PortId> tx;
  std::vector<base::PortId> rx;
};

/// What is wrong with these ports on a mesh of so many, or nothing: they are as many inputs as
/// outputs and at least one, all there, no input and no output twice, and an output that is an
/// input too is so of the same number.
[[nodiscard]] std::optional<std::string> find_problem(const MeshPorts& ports,
                                                      std::size_t mesh_ports);

/// A mesh as a switch: light from an input comes out at outputs or, at the mesh's other ports,
/// leaves for good. Cells and actuators are the mesh's.
class MeshSwitch final : public SwitchFabric {
 public:
  /// Throws std::invalid_argument when find_problem() finds something.
  MeshSwitch(std::unique_ptr<const MeshFabric> mesh, MeshPorts ports);

  [[nodiscard]] const MeshFabric& mesh() const { return *mesh_; }
  [[nodiscard]] const MeshPorts& mesh_ports() const { return ports_; }

  [[nodiscard]] std::size_t actuators() const override { return mesh_->actuators(); }
  [[nodiscard]] base::ActuatorId actuator(base::CellId cell) const override {
    return mesh_->actuator(cell);
  }
  [[nodiscard]] std::optional<CellState> held_state(base::CellId cell) const override {
    return mesh_->held_state(cell);
  }
  [[nodiscard]] base::Hertz design_frequency() const override { return mesh_->design_frequency(); }
  using SwitchFabric::port_matrix;
  /// Throws as that of the mesh.
  void port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                   Eigen::MatrixXcd& matrix) const override;
  [[nodiscard]] Eigen::Matrix2cd cell_field(
      base::CellId cell, const std::vector<base::Radian>& phases) const override {
    return mesh_->cell_field(cell, phases);
  }
  [[nodiscard]] WayCost cell_cost(const CellRail& at, CellState state) const override {
    return mesh_->cell_cost(at, state);
  }

 private:
  std::unique_ptr<const MeshFabric> mesh_;
  MeshPorts ports_;
  mutable Eigen::MatrixXcd whole_;  // kept between calls
};

/// The group delay of the longest way that light can take: each cell twice, since no terminal is
/// passed twice.
[[nodiscard]] base::Second longest_mesh_delay(const MeshFabric& mesh);

}  // namespace heliograph::photonics
