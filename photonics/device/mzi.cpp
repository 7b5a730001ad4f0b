// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/mzi.hpp"

#include <cmath>
#include <complex>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<MziParameters> MziParameters::table() {
  base::ParameterTable<MziParameters> table;
  const base::Source couplers{
      Basis::assumed,
      "0.48 leaks (1 - 2 kappa)^2 = -28 dB in the cross state, near the typical -30 dB of "
      "published "
      "thermo-optic cells; LightIN measured 0.462 at 1560 nm (Zhu et al. 2026)"};
  table
      .number("coupler_in", &MziParameters::coupler_in, {"", 1.0}, {0.0, 1.0},
              "power cross coupling of the input coupler; 0.5 is ideal", couplers)
      .number("coupler_out", &MziParameters::coupler_out, {"", 1.0}, {0.0, 1.0},
              "power cross coupling of the output coupler; a difference to the input coupler leaks "
              "in the bar state",
              couplers)
      .number("cell_loss_dB", &MziParameters::cell_loss, {"dB", 1.0}, {0.0, 20.0},
              "excess loss of one cell, in both states",
              {Basis::cited, "0.7 dB thermo-optic cell (Zhang 2024, read at second hand)"})
      .number("arm_imbalance_dB", &MziParameters::arm_imbalance, {"dB", 1.0}, {0.0, 20.0},
              "loss of the heated upper arm relative to the lower arm",
              {Basis::assumed, "leaks -45 dB in both states, below the couplers' share"});
  return table;
}

Eigen::Matrix2cd mzi_field(const MziParameters& cell, base::Radian theta) {
  const double c1 = std::sqrt(cell.coupler_in);
  const double t1 = std::sqrt(1.0 - cell.coupler_in);
  const double c2 = std::sqrt(cell.coupler_out);
  const double t2 = std::sqrt(1.0 - cell.coupler_out);
  const double common = std::sqrt(base::attenuation(cell.cell_loss).value());
  const double g = std::sqrt(base::attenuation(cell.arm_imbalance).value());
  const std::complex<double> upper(g * std::cos(theta.value()), g * std::sin(theta.value()));
  // A factor j, written out: j (x + j y) = -y + j x.
  const auto times_j = [](std::complex<double> z) {
    return std::complex<double>(-z.imag(), z.real());
  };
  Eigen::Matrix2cd field;
  field(0, 0) = common * (t2 * t1 * upper - c2 * c1);
  field(0, 1) = common * times_j(t2 * c1 * upper + c2 * t1);
  field(1, 0) = common * times_j(c2 * t1 * upper + t2 * c1);
  field(1, 1) = common * (t2 * t1 - c2 * c1 * upper);
  return field;
}

}  // namespace heliograph::photonics
