// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_drawing.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/way_cost.hpp"

namespace heliograph::photonics {

/// The way that light from one input takes when every cell does exactly what its state says.
struct PathTrace {
  std::optional<base::PortId> output;  ///< none when it ends in the dark
  std::vector<PathHop> hops;           ///< in the order that the light meets them
  std::size_t crossings = 0;           ///< waveguide crossings, counted in the drawn layout
  base::Metre length;                  ///< cells and the waveguides between them
  base::Second delay;                  ///< length times group index over the speed of light
  /// Loss of cells, crossings and waveguides. What imperfect couplers let leak to other ports is
  /// not in it; the port matrix has that.
  base::Decibel loss;
};

/// Everything of a fabric but what its cells do to the light.
struct FabricStructure {
  CellGraph graph;
  FabricDrawing drawing;
  std::vector<WayCost> input_ways;                    ///< by input
  std::vector<std::array<WayCost, kCellRails>> ways;  ///< by cell and rail of leaving
  std::vector<CellPlace> places;                      ///< by cell
  std::vector<std::string> cell_names;                ///< by cell, for people
  std::vector<CellState> idle;  ///< by cell: its state while no circuit needs it
};

/// A switch fabric: phases in, field matrix out. It knows nothing of time, codes or files.
class SwitchFabric {
 public:
  SwitchFabric(const SwitchFabric&) = delete;
  SwitchFabric& operator=(const SwitchFabric&) = delete;
  virtual ~SwitchFabric() = default;

  /// Inputs; there are as many outputs.
  [[nodiscard]] std::size_t ports() const { return structure_.graph.ports(); }
  [[nodiscard]] std::size_t cells() const { return structure_.graph.cells(); }
  [[nodiscard]] const FabricStructure& structure() const { return structure_; }
  [[nodiscard]] const CellGraph& graph() const { return structure_.graph; }
  [[nodiscard]] CellPlace place(base::CellId cell) const {
    return structure_.places.at(base::index(cell));
  }
  /// A cell's name for people, e.g. `stage 2 row 1`, counted from 0.
  [[nodiscard]] const std::string& cell_name(base::CellId cell) const {
    return structure_.cell_names.at(base::index(cell));
  }
  /// Input i and output i are the same port, which light may use both ways.
  [[nodiscard]] virtual bool duplex() const { return false; }

  /// Heaters (or other actuators); those that set the cells' states are some of them or all.
  [[nodiscard]] virtual std::size_t actuators() const = 0;
  /// The heater that sets a cell's state.
  [[nodiscard]] virtual base::ActuatorId actuator(base::CellId cell) const = 0;

  /// The state nearest to what a cell does that has failed and cannot be set; nothing of a whole
  /// one.
  [[nodiscard]] virtual std::optional<CellState> held_state(base::CellId /*cell*/) const {
    return std::nullopt;
  }

  /// The frequency at which the cells have the fields that their parameters name.
  [[nodiscard]] virtual base::Hertz design_frequency() const = 0;
  /// The field matrix from inputs to outputs, element (output, input), at the given actuator
  /// phases (fabrication errors are added inside) and frequency. Writes into `matrix`, which is
  /// resized to ports() x ports() if it is not that already. Throws std::invalid_argument unless
  /// `phases` has actuators() elements.
  virtual void port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                           Eigen::MatrixXcd& matrix) const = 0;
  /// The same at the design frequency.
  void port_matrix(const std::vector<base::Radian>& phases, Eigen::MatrixXcd& matrix) const;
  [[nodiscard]] Eigen::MatrixXcd port_matrix(const std::vector<base::Radian>& phases) const;

  /// What one cell does at the design frequency, element (right rail, left rail); from the right to
  /// the left it is the transpose.
  [[nodiscard]] virtual Eigen::Matrix2cd cell_field(
      base::CellId cell, const std::vector<base::Radian>& phases) const = 0;
  /// What light meets in a cell of perfect make that is entered by `at` in `state`. Its loss is
  /// what neither rail gives back.
  [[nodiscard]] virtual WayCost cell_cost(const CellRail& at, CellState state) const = 0;

  /// Follows the light from `input`. Throws std::invalid_argument unless `states` has cells()
  /// elements and `input` exists.
  [[nodiscard]] PathTrace trace(base::PortId input, const std::vector<CellState>& states) const;

 protected:
  explicit SwitchFabric(FabricStructure structure) : structure_(std::move(structure)) {}
  void set_idle(base::CellId cell, CellState state) { structure_.idle[base::index(cell)] = state; }

 private:
  FabricStructure structure_;
};

/// The actuator phases that a fabric of perfect make needs for `states`; actuators that set no
/// cell's state stay at 0.
[[nodiscard]] std::vector<base::Radian> nominal_phases(const SwitchFabric& fabric,
                                                       const std::vector<CellState>& states);

/// The group delay of the longest way from an input to an output, whatever the cells do. Throws
/// std::invalid_argument when light_order() refuses the fabric's graph.
[[nodiscard]] base::Second longest_delay(const SwitchFabric& fabric);

}  // namespace heliograph::photonics
