// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "photonics/fabric/cell_model.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/fabric_parameters.hpp"
#include "photonics/fabric/field_plan.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/fabric/topology.hpp"

namespace heliograph::photonics {

/// A fabric through which light goes one way: the cells of a layout, and waveguides that have the
/// loss of their length and of their crossings.
///
/// Actuator id = cell id for the heaters that set the cells. A universal fabric (Clements, Reck)
/// has two more kinds, so that it can be any unitary: cells() + cell is the phase of the cell's
/// upper input rail, 2 cells() + output that of an output.
///
/// Two things are left out: crossings do not scatter light into the other waveguide, and at the
/// design frequency the fixed phases of the waveguides are taken as equal, so that where a port is
/// reached over several leaks their fields add in phase or against each other as the cells alone
/// decide. Away from it the phases part as the delays say.
///
/// Not for two threads at a time: work space is kept between calls.
class FeedForwardFabric final : public SwitchFabric {
 public:
  /// `phase_errors`: the fabrication error of each actuator's phase; empty for none. `made`: what
  /// each cell came out as; empty where all are as designed, which is `cell`. Throws
  /// std::invalid_argument unless the first is empty or has one element an actuator, the second is
  /// empty or has one element a cell, all of `cell`'s design frequency, and stage_pitch >
  /// cell_length.
  FeedForwardFabric(FabricLayout layout, bool universal, const FabricParameters& parameters,
                    std::shared_ptr<const CellModel> cell,
                    std::vector<base::Radian> phase_errors = {},
                    std::vector<std::shared_ptr<const CellModel>> made = {});

  [[nodiscard]] bool universal() const { return universal_; }
  [[nodiscard]] const FieldPlan& plan() const { return plan_; }
  /// By actuator. Known to the model alone: of a chip, only measurements tell.
  [[nodiscard]] const std::vector<base::Radian>& phase_errors() const { return phase_errors_; }

  [[nodiscard]] std::size_t actuators() const override {
    return universal_ ? 2 * cells() + ports() : cells();
  }
  [[nodiscard]] base::ActuatorId actuator(base::CellId cell) const override {
    return static_cast<base::ActuatorId>(base::index(cell));
  }
  /// Of a universal fabric only.
  [[nodiscard]] base::ActuatorId input_phase_actuator(base::CellId cell) const;
  [[nodiscard]] base::ActuatorId output_phase_actuator(base::PortId output) const;

  [[nodiscard]] base::Hertz design_frequency() const override { return cell_->design_frequency(); }
  using SwitchFabric::port_matrix;
  void port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                   Eigen::MatrixXcd& matrix) const override;
  [[nodiscard]] Eigen::Matrix2cd cell_field(base::CellId cell,
                                            const std::vector<base::Radian>& phases) const override;
  [[nodiscard]] WayCost cell_cost(const CellRail& at, CellState state) const override;
  /// A cell's field at any frequency.
  [[nodiscard]] Eigen::Matrix2cd cell_field_at(std::size_t cell,
                                               const std::vector<base::Radian>& phases,
                                               base::Hertz frequency) const;
  /// The same with the waveguides behind the cell; 0 in a row whose rail ends in the dark.
  [[nodiscard]] Eigen::Matrix2cd step_field(const FieldPlan::Step& step,
                                            const std::vector<base::Radian>& phases,
                                            base::Hertz frequency) const;
  /// The factor between an input and the first cell, and that of an output's phase shifter.
  [[nodiscard]] std::complex<double> input_factor(base::PortId input, base::Hertz frequency) const;
  [[nodiscard]] std::complex<double> output_factor(base::PortId output,
                                                   const std::vector<base::Radian>& phases) const;

 private:
  [[nodiscard]] std::complex<double> way_factor(double amplitude, double delay_seconds,
                                                base::Hertz frequency) const;

  bool universal_;
  std::shared_ptr<const CellModel> cell_;               ///< as designed
  std::vector<std::shared_ptr<const CellModel>> made_;  ///< by cell, or empty
  std::vector<base::Radian> phase_errors_;
  std::array<std::array<WayCost, 2>, 2> cell_costs_;  // by state (bar first) and rail
  FieldPlan plan_;
  mutable Eigen::MatrixXcd threads_;
};

/// A fabric of a topology, with Mach-Zehnder cells.
[[nodiscard]] FeedForwardFabric make_fabric(Topology topology, std::size_t ports,
                                            const FabricParameters& parameters,
                                            std::vector<base::Radian> phase_errors = {});

}  // namespace heliograph::photonics
