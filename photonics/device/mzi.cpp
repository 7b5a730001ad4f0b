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
              {Basis::assumed, "leaks -45 dB in both states, below the couplers' share"})
      .number("coupler_dispersion_rad_per_nm", &MziParameters::coupler_dispersion, {"rad/nm", 1e9},
              {-0.1, 0.1},
              "growth of the couplers' angle asin(sqrt(kappa)) with the wavelength, away from the "
              "design wavelength",
              {Basis::cited,
               "LightIN: 50:50 at 1574.7 nm and 0.462 at 1560 nm make 0.0026 (Zhu et al. 2026); "
               "220 nm strip up to 0.004"});
  return table;
}

Eigen::Matrix2cd mzi_field(const MziParameters& cell, base::Radian theta) {
  return MziField(cell).at(theta);
}

MziField::MziField(const MziParameters& cell)
    : t1_(std::sqrt(1.0 - cell.coupler_in)),
      c1_(std::sqrt(cell.coupler_in)),
      t2_(std::sqrt(1.0 - cell.coupler_out)),
      c2_(std::sqrt(cell.coupler_out)),
      common_(std::sqrt(base::attenuation(cell.cell_loss).value())),
      g_(std::sqrt(base::attenuation(cell.arm_imbalance).value())) {}

Eigen::Matrix2cd MziField::at(base::Radian theta) const {
  const std::complex<double> upper(g_ * std::cos(theta.value()), g_ * std::sin(theta.value()));
  // A factor j, written out: j (x + j y) = -y + j x.
  const auto times_j = [](std::complex<double> z) {
    return std::complex<double>(-z.imag(), z.real());
  };
  Eigen::Matrix2cd field;
  field(0, 0) = common_ * (t2_ * t1_ * upper - c2_ * c1_);
  field(0, 1) = common_ * times_j(t2_ * c1_ * upper + c2_ * t1_);
  field(1, 0) = common_ * times_j(c2_ * t1_ * upper + t2_ * c1_);
  field(1, 1) = common_ * (t2_ * t1_ - c2_ * c1_ * upper);
  return field;
}

}  // namespace heliograph::photonics
