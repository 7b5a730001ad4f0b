// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "photonics/circuit/solver.hpp"
#include "photonics/fabric/cell_model.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/fabric/mesh_parameters.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// A recirculating mesh of programmable unit cells (PUCs): light goes both ways and may come back
/// to where it was. Every port is input and output, and the port matrix is symmetric. The cells
/// have the lengths; the waveguides that join them have none.
///
/// The matrix is that of all light that ever comes out, b = (I - S C)^-1 S a over the directed
/// rails, by elimination on a sparse pattern that is worked out once. A cell's field is that of its
/// model times e^{j (puc_phase + 2 pi (f - f0) puc_delay)}, the same for all cells but for what
/// common phases and phase errors add: so at the design frequency all loops of as many cells are on
/// resonance or off it together.
///
/// trace() follows the states: light from a port always comes out, since no two ways lead to the
/// same rail. Loops that no light from a port enters can exist beside it.
///
/// Actuator id = cell id for the heaters that set the cells; with MeshParameters::common_phases,
/// cells() + cell is the phase that both outputs of a cell have in common.
///
/// Not for two threads at a time: work space is kept between calls.
class MeshFabric final : public SwitchFabric {
 public:
  /// `phase_errors`: the fabrication error of each actuator's phase; empty for none. `stuck`: by
  /// cell, the phase at which it stays whatever its heater does; empty for none. Throws
  /// std::invalid_argument unless they are empty or have one element an actuator, and a cell.
  MeshFabric(const MeshLayout& layout, const MeshParameters& parameters,
             std::shared_ptr<const CellModel> cell, std::vector<base::Radian> phase_errors = {},
             std::vector<std::optional<base::Radian>> stuck = {});

  [[nodiscard]] MeshLattice lattice() const { return lattice_; }
  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  /// Where the ports are, by port.
  [[nodiscard]] const std::vector<MeshTerminal>& port_terminals() const { return ports_; }

  [[nodiscard]] bool duplex() const override { return true; }
  [[nodiscard]] std::size_t actuators() const override {
    return parameters_.common_phases ? 2 * cells() : cells();
  }
  [[nodiscard]] base::ActuatorId actuator(base::CellId cell) const override {
    return static_cast<base::ActuatorId>(base::index(cell));
  }
  [[nodiscard]] std::optional<CellState> held_state(base::CellId cell) const override;
  /// Of a fabric with common phases only.
  [[nodiscard]] base::ActuatorId common_phase_actuator(base::CellId cell) const {
    return static_cast<base::ActuatorId>(cells() + base::index(cell));
  }

  [[nodiscard]] base::Hertz design_frequency() const override { return cell_->design_frequency(); }
  using SwitchFabric::port_matrix;
  /// Throws SingularCircuit, which names the cells, when light circulates without loss in a loop
  /// that is on resonance.
  void port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                   Eigen::MatrixXcd& matrix) const override;
  [[nodiscard]] Eigen::Matrix2cd cell_field(base::CellId cell,
                                            const std::vector<base::Radian>& phases) const override;
  [[nodiscard]] WayCost cell_cost(const CellRail& at, CellState state) const override;
  /// A cell's field at any frequency.
  [[nodiscard]] Eigen::Matrix2cd cell_field_at(std::size_t cell,
                                               const std::vector<base::Radian>& phases,
                                               base::Hertz frequency) const;

 private:
  MeshLattice lattice_;
  std::size_t vertices_;
  std::vector<MeshTerminal> ports_;
  MeshParameters parameters_;
  std::shared_ptr<const CellModel> cell_;
  std::vector<base::Radian> phase_errors_;
  std::vector<std::optional<base::Radian>> stuck_;
  std::array<std::array<WayCost, kCellRails>, 2> cell_costs_;  // by state (bar first) and rail
  // What the circuit's parts read when it is solved.
  mutable std::vector<Eigen::Matrix2cd> fields_;
  Circuit circuit_;
  mutable CircuitSolver solver_;
};

/// A mesh of the given shape, with Mach-Zehnder cells. Throws as mesh_edges() and MeshFabric.
[[nodiscard]] MeshFabric make_mesh(const MeshShape& shape, const MeshParameters& parameters,
                                   std::vector<base::Radian> phase_errors = {});

}  // namespace heliograph::photonics
