// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

/// One cell on the way of the light.
struct PathHop {
  base::CellId cell{};
  CellState state = CellState::bar;
};

/// The way that light from one input takes when every cell does exactly what its state says.
struct PathTrace {
  base::PortId output{};
  std::vector<PathHop> hops;  ///< in the order that the light meets them
  std::size_t crossings = 0;  ///< waveguide crossings, counted in the drawn layout
  base::Metre length;         ///< cells and the waveguides between them
  base::Second delay;         ///< length times group index over the speed of light
  /// Loss of cells, crossings and waveguides. What imperfect couplers let leak to other ports is
  /// not in it; the port matrix has that.
  base::Decibel loss;
};

/// Where a cell is drawn: columns count from the inputs, rows from the top.
struct CellPlace {
  std::size_t column = 0;
  std::size_t row = 0;
};

/// A switch fabric: phases in, field matrix out. It knows nothing of time, codes or files.
class SwitchFabric {
 public:
  SwitchFabric(const SwitchFabric&) = delete;
  SwitchFabric& operator=(const SwitchFabric&) = delete;
  virtual ~SwitchFabric() = default;

  /// Inputs; there are as many outputs.
  [[nodiscard]] virtual std::size_t ports() const = 0;
  [[nodiscard]] virtual std::size_t cells() const = 0;
  [[nodiscard]] virtual std::size_t actuators() const = 0;
  /// The heater that sets a cell's state.
  [[nodiscard]] virtual base::ActuatorId actuator(base::CellId cell) const = 0;

  /// The field matrix from inputs to outputs, element (output, input), at the given actuator
  /// phases (fabrication errors are added inside). Writes into `matrix`, which is resized to
  /// ports() x ports() if it is not that already; allocates nothing otherwise.
  /// Throws std::invalid_argument unless `phases` has actuators() elements.
  virtual void port_matrix(const std::vector<base::Radian>& phases,
                           Eigen::MatrixXcd& matrix) const = 0;
  [[nodiscard]] Eigen::MatrixXcd port_matrix(const std::vector<base::Radian>& phases) const;

  /// Follows the light from `input`. Throws std::invalid_argument unless `states` has cells()
  /// elements and `input` exists.
  [[nodiscard]] virtual PathTrace trace(base::PortId input,
                                        const std::vector<CellState>& states) const = 0;

  [[nodiscard]] virtual CellPlace place(base::CellId cell) const = 0;
  /// A cell's name for people, e.g. `stage 2 row 1`, counted from 0.
  [[nodiscard]] virtual std::string cell_name(base::CellId cell) const = 0;

 protected:
  SwitchFabric() = default;
};

/// The actuator phases that a fabric of perfect make needs for `states`.
[[nodiscard]] std::vector<base::Radian> nominal_phases(const SwitchFabric& fabric,
                                                       const std::vector<CellState>& states);

}  // namespace heliograph::photonics
