// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/fabric_setting.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// What the field matrix of a feed-forward fabric can be, leaks of every order included: element
/// (output, input), N x N.
struct FieldBounds {
  /// Sum of the fields' magnitudes over all ways through the cells: no element of the field matrix
  /// is greater, whatever fixed phases the waveguides have.
  Eigen::MatrixXd amplitude;
  /// Sum of the powers over all ways: what arrives where their fields do not interfere.
  Eigen::MatrixXd power;
};

/// At the design frequency. Throws std::invalid_argument unless `phases` has actuators() elements,
/// and when light_order() refuses the graph: where light can return there is no such sum.
[[nodiscard]] FieldBounds field_bounds(const SwitchFabric& fabric,
                                       const std::vector<base::Radian>& phases);

/// How far a circuit that stays may be moved by a change elsewhere.
struct CrosstalkChange {
  base::PortId input{};
  base::PortId output{};
  /// Of the circuit's own field at its output, for unit field at its input: magnitude of the
  /// change.
  double own_field = 0.0;
  /// Of the total power of other lit inputs at the output, each with unit power at its input.
  base::PowerRatio incoherent;  ///< of the sum of their powers
  base::PowerRatio coherent;    ///< of the power of the sum of their fields
};

/// Upper bounds for every circuit whose input is lit before and after, whose way ends at the same
/// output before and after, and runs through no cell whose state changes; in the order of the
/// inputs. They hold for whatever fixed phases the waveguides have, between the settled states (not
/// while cells move), at the design frequency; output phases of a universal fabric, which turn all
/// fields at an output alike, are taken as unchanged.
///
/// With the cell fields M_a before and M_b after, in the order of the light: the field that leaves
/// a cell moves by at most |M_b| times what the field that enters it moves, plus |M_b - M_a| times
/// the bound of the entering field before. Inputs that are lit only before or only after count in
/// full.
///
/// Throws as check_setting() and field_bounds().
[[nodiscard]] std::vector<CrosstalkChange> crosstalk_change_bounds(const SwitchFabric& fabric,
                                                                   const FabricSetting& before,
                                                                   const FabricSetting& after);

}  // namespace heliograph::photonics
