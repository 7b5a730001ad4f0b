// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/switch_fabric.hpp"

#include <stdexcept>

namespace heliograph::photonics {

Eigen::MatrixXcd SwitchFabric::port_matrix(const std::vector<base::Radian>& phases) const {
  Eigen::MatrixXcd matrix;
  port_matrix(phases, matrix);
  return matrix;
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

}  // namespace heliograph::photonics
