// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/directional_coupler.hpp"
#include "photonics/device/waveguide.hpp"

namespace heliograph::photonics {

/// A 2x2 Mach-Zehnder interferometer with real arms: a filter when they differ in length, the
/// tunable basic unit of a programmable mesh when both have a heater.
struct InterferometerParameters {
  double coupling_in = 0.5;
  double coupling_out = 0.5;
  double coupling_slope = 0.0;  ///< of both couplers, radian per metre
  base::Metre length{100e-6};   ///< of the lower arm
  base::Metre delta_length{};   ///< how much longer the upper arm is
  double effective_index = 2.34;
  double group_index = 4.2;
  base::Metre reference_wavelength{1.55e-6};
  base::DecibelPerMetre loss{0.0};
  base::Radian phase_upper{};
  base::Radian phase_lower{};
  base::Decibel arm_imbalance{0.0};  ///< loss of the upper arm beyond the lower's
  base::Decibel cell_loss{0.0};      ///< of the whole cell

  [[nodiscard]] static base::ParameterTable<InterferometerParameters> table();
};

/// The two waveguides and the two couplers that it is made of.
[[nodiscard]] WaveguideParameters upper_arm(const InterferometerParameters& cell);
[[nodiscard]] WaveguideParameters lower_arm(const InterferometerParameters& cell);
[[nodiscard]] DirectionalCouplerParameters input_coupler(const InterferometerParameters& cell);
[[nodiscard]] DirectionalCouplerParameters output_coupler(const InterferometerParameters& cell);

/// Field matrix, element (output rail, input rail), rail 0 the upper. With u and l the fields of
/// the arms, t_i and c_i of the couplers:
///   M00 = t2 t1 u - c2 c1 l       M01 = j (t2 c1 u + c2 t1 l)
///   M10 = j (c2 t1 u + t2 c1 l)   M11 = t2 t1 l - c2 c1 u
[[nodiscard]] Eigen::Matrix2cd interferometer_field(const InterferometerParameters& cell,
                                                    base::Hertz frequency);

/// The one-by-one form, with a 1x2 splitter and a 1x2 combiner in place of the couplers, whose
/// couplings are then the shares of power of the lower arm: t2 t1 u + c2 c1 l.
[[nodiscard]] std::complex<double> y_interferometer_field(const InterferometerParameters& cell,
                                                          base::Hertz frequency);

}  // namespace heliograph::photonics
