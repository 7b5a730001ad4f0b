// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "photonics/circuit/solver.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/netlist_plan.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// Any netlist of 2x2 cells as a switch fabric: the whole circuit is solved, exactly and with what
/// it reflects, at one wavelength. Actuator id = cell id.
///
/// An actuator's phase is the project's: 0 asks for cross, pi for bar. What it sets is the straight
/// line through the cell's two values: cross + (phase / pi)(bar - cross); for a phase shifter whose
/// states are pi apart that adds the phase to whatever offset the netlist has.
///
/// The matrix has the phases that the netlist gives it; a FeedForwardFabric has those of its cells
/// alone, so that the two differ by a phase at each port where waveguides have length.
///
/// trace() follows the cells' states through the connections. Length is that of waveguides and of
/// the arms of interferometer cells; other parts have none, cells that are netlists included.
/// Delay is the group delay of each part's field, and a cell's loss the power that neither of its
/// two right ports gives back.
///
/// Not for two threads at a time: settings and work space are kept between calls.
class NetlistFabric final : public SwitchFabric {
 public:
  /// `phase_errors`: added to the phase of each cell that is driven by a phase; where other values
  /// were given the netlist must have the errors itself (no heater power stands for a negative
  /// one). Empty for none. Throws std::invalid_argument unless there is none or one for each cell.
  explicit NetlistFabric(NetlistFabricPlan plan, std::vector<base::Radian> phase_errors = {});

  /// The value that an actuator's setting gets at `phase`.
  [[nodiscard]] double setting(base::ActuatorId actuator, base::Radian phase) const;
  /// Whether its model takes that value.
  [[nodiscard]] bool accepts(base::ActuatorId actuator, base::Radian phase) const;

  [[nodiscard]] std::size_t actuators() const override { return plan_.cells.size(); }
  [[nodiscard]] base::ActuatorId actuator(base::CellId cell) const override {
    return static_cast<base::ActuatorId>(base::index(cell));
  }
  [[nodiscard]] base::Hertz design_frequency() const override { return plan_.frequency; }
  using SwitchFabric::port_matrix;
  /// Sets what has changed since the last call (a set goes by the text of the number, which
  /// allocates), and solves. Throws std::out_of_range when a model refuses the value or has no data
  /// at this frequency, and SingularCircuit when light circulates without loss.
  void port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                   Eigen::MatrixXcd& matrix) const override;
  /// From the cell's fields in its two states: exact for a phase of one arm of an interferometer;
  /// other settings count as if they were one.
  [[nodiscard]] Eigen::Matrix2cd cell_field(base::CellId cell,
                                            const std::vector<base::Radian>& phases) const override;
  [[nodiscard]] WayCost cell_cost(const CellRail& at, CellState state) const override;

 private:
  [[nodiscard]] bool drive(std::size_t actuator, double value) const;

  // Settings and work space: what port_matrix() computes depends on its argument alone.
  mutable NetlistFabricPlan plan_;
  std::vector<base::Radian> phase_errors_;
  mutable std::vector<std::optional<double>> present_;  // settings, by actuator
  mutable CircuitSolver solver_;
};

}  // namespace heliograph::photonics
