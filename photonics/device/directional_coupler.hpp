// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

/// Two waveguides that exchange light over a length.
struct DirectionalCouplerParameters {
  /// Power cross coupling (kappa) at the reference wavelength.
  double coupling = 0.5;
  /// Change of the coupling angle asin(sqrt(kappa)) with wavelength, in radian per metre.
  double coupling_slope = 0.0;
  base::Metre reference_wavelength{1.55e-6};
  base::Decibel excess_loss{0.0};

  [[nodiscard]] static base::ParameterTable<DirectionalCouplerParameters> table();
};

/// kappa(lambda) = sin^2(asin(sqrt kappa0) + slope (lambda - lambda0)) (coupled-mode theory).
[[nodiscard]] double power_coupling(const DirectionalCouplerParameters& coupler,
                                    base::Metre wavelength);

/// Field matrix from the two inputs to the two outputs, rail by rail: [[t, jc], [jc, t]] times
/// 10^{-excess_loss/20}. t and c are cosine and sine of the angle with their signs, so that nothing
/// has a kink where the angle passes a quarter turn.
[[nodiscard]] Eigen::Matrix2cd directional_coupler_field(
    const DirectionalCouplerParameters& coupler, base::Hertz frequency);

}  // namespace heliograph::photonics
