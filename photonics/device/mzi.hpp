// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A 2x2 Mach-Zehnder cell: coupler, two arms (the upper one heated), coupler.
struct MziParameters {
  /// Power cross coupling (kappa) of the input and output coupler, 0..1; 0.5 is ideal.
  double coupler_in = 0.48;
  double coupler_out = 0.48;
  /// Loss of the whole cell, the same for both outputs and both states.
  base::Decibel cell_loss{0.7};
  /// Loss of the heated upper arm relative to the lower arm.
  base::Decibel arm_imbalance{0.1};
  /// How the couplers' angle asin(sqrt(kappa)) grows with the wavelength.
  base::RadianPerMetre coupler_dispersion{2.6e6};

  [[nodiscard]] static base::ParameterTable<MziParameters> table();
};

/// The field matrix of one cell at the phase difference `theta` (upper minus lower arm, fabrication
/// error included): element (i, j) is the output at rail i for unit input at rail j, 0 the upper.
///
/// Conventions of the whole project: fields in square-root watts; propagation is e^{+j beta L};
/// a coupler is [[t, jc], [jc, t]] with c^2 = kappa. theta = 0 is the cross state (light changes
/// rail) and theta = pi the bar state (it stays). With t_i^2 = 1 - kappa_i, c_i^2 = kappa_i and the
/// upper arm's relative field g <= 1:
///   M00 = t2 t1 g e^{j theta} - c2 c1       M01 = j (t2 c1 g e^{j theta} + c2 t1)
///   M10 = j (c2 t1 g e^{j theta} + t2 c1)   M11 = t2 t1 - c2 c1 g e^{j theta}
/// all times 10^{-cell_loss/20}. (Product of the three transfer matrices; for ideal couplers it is
/// j e^{j theta/2} [[sin, cos], [cos, -sin]](theta/2).)
[[nodiscard]] Eigen::Matrix2cd mzi_field(const MziParameters& cell, base::Radian theta);

/// The same for many phases of one cell: what does not depend on the phase is computed once.
class MziField {
 public:
  explicit MziField(const MziParameters& cell);
  [[nodiscard]] Eigen::Matrix2cd at(base::Radian theta) const;

 private:
  double t1_, c1_, t2_, c2_, common_, g_;
};

}  // namespace heliograph::photonics
