// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/fabric/netlist_description.hpp"

namespace heliograph::photonics {

/// What a cell does on its own.
struct CellBehaviour {
  double bar = 0.0;  ///< values of the setting
  double cross = 0.0;
  /// By state (bar first) and rail of entry: power that neither right port gives, and group delay
  /// to the port that the state names.
  std::array<std::array<base::Decibel, 2>, 2> loss{};
  std::array<std::array<base::Second, 2>, 2> delay{};
  std::array<Eigen::Matrix2cd, 2> field;  ///< by state (bar first): (right rail, left rail)
};

/// Takes the cell out of its netlist and solves it alone. Mistakes (an actuator or setting that is
/// not there, a setting that does not switch the cell) are added to `diagnostics`. Precondition:
/// elaborate() takes the library, and the cell's instance and ports are there.
[[nodiscard]] std::optional<CellBehaviour> probe_cell(const NetlistLibrary& library,
                                                      const ModelLibrary& models,
                                                      const NetlistCell& cell,
                                                      base::Hertz frequency,
                                                      base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
