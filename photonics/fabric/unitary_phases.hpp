// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

namespace heliograph::photonics {

/// The actuator phases, 0 to 2 pi, at which a universal fabric (Clements or Reck) whose cells have
/// ideal couplers and no loss has the port matrix `unitary` at the design frequency. A fabric of
/// another make gets the same phases, and is off by what its make does.
///
/// With theta_T = (pi - theta)/2 a cell is, but for a phase of both its outputs,
///   T(theta_T, phi_T) = j e^{-j theta/2} cell(theta, phi = phi_T - pi),
/// so that such phases are carried along the lines: the next cell's phi takes the difference of its
/// two lines, its outputs the lower line's phase, and the output phases what is left.
///
/// Throws std::invalid_argument when the fabric is not universal or its cells are not in the order
/// of planar_layout() or reck_layout(), when the size does not fit, and as
/// clements_decomposition().
[[nodiscard]] std::vector<base::Radian> universal_phases(const FeedForwardFabric& fabric,
                                                         const Eigen::MatrixXcd& unitary);

}  // namespace heliograph::photonics
