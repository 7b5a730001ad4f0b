// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// The cell of a crossbar of micromechanical vertical couplers: in the through state light passes a
/// crossing of two waveguides; in the drop state a coupler has been moved to them and takes it
/// round the corner. Described by what is measured.
struct MovingCouplerParameters {
  base::Decibel through_loss{0.03};  ///< through state, light that passes
  base::Decibel drop_loss{0.5};      ///< drop state, light that turns
  /// Powers at the wrong rail relative to the light that enters; negative.
  base::Decibel through_leak{-60.0};  ///< through state, light that turns all the same
  base::Decibel drop_leak{-25.0};     ///< drop state, light that passes all the same

  [[nodiscard]] static base::ParameterTable<MovingCouplerParameters> table();
};

/// The field matrix, element (right rail, left rail). As everywhere phase 0 is the state in which
/// light changes rail in the cell's drawing, which in a crossbar is through; pi is drop. With
/// powers T = 10^{-through_loss/10}, D, and leaks t, d:
///   M(0)  = [[sqrt t, j sqrt T], [j sqrt T, sqrt t]]
///   M(pi) = [[sqrt D, j sqrt d], [j sqrt d, sqrt D]]
///   M(phase) = cos^2(phase/2) M(0) + sin^2(phase/2) M(pi)
/// The matrix is symmetric (the same for light that goes back). |M| <= 1 in the two states if
/// T + t <= 1 and D + d <= 1, and between them since a mean of passive matrices is passive. The
/// way between the states is a model: a stop ends the movement, so that an error of the phase moves
/// the field by its square; on the way light is lost.
class MovingCouplerField {
 public:
  /// Throws std::invalid_argument when a state would give more than it gets.
  explicit MovingCouplerField(const MovingCouplerParameters& cell);
  [[nodiscard]] Eigen::Matrix2cd at(base::Radian phase) const;

 private:
  Eigen::Matrix2cd through_;
  Eigen::Matrix2cd drop_;
};

}  // namespace heliograph::photonics
