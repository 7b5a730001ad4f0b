// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/interferometer.hpp"

#include <cmath>
#include <complex>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<InterferometerParameters> InterferometerParameters::table() {
  using P = InterferometerParameters;
  base::ParameterTable<P> table;
  const base::Source layout{Basis::chosen, "the layout's"};
  const base::Source drive{Basis::chosen, "the circuit's"};
  table
      .number("coupling_in", &P::coupling_in, {"", 1.0}, {0.0, 1.0},
              "power cross coupling of the input coupler", layout)
      .number("coupling_out", &P::coupling_out, {"", 1.0}, {0.0, 1.0},
              "power cross coupling of the output coupler", layout)
      .number("coupling_slope_rad_per_nm", &P::coupling_slope, {"rad/nm", 1e9}, {-1.0, 1.0},
              "change of both coupling angles with wavelength",
              {Basis::chosen, "0: the same at every wavelength"})
      .number("length_um", &P::length, {"um", 1e-6}, Range::at_least(0.0),
              "length of the lower arm", layout)
      .number("delta_length_um", &P::delta_length, {"um", 1e-6}, Range{},
              "how much longer the upper arm is", layout)
      .number("effective_index", &P::effective_index, {"", 1.0}, {1.0, 5.0},
              "effective index at the reference wavelength",
              {Basis::recalled, "2.34: default of the SAX model library"})
      .number("group_index", &P::group_index, {"", 1.0}, {1.0, 10.0},
              "group index at the reference wavelength",
              {Basis::cited, "220 nm strip, 4.18 to 4.3, read at second hand"})
      .number("reference_wavelength_nm", &P::reference_wavelength, {"nm", 1e-9}, Range::above(0.0),
              "where indices and couplings hold", {Basis::chosen, "C band"})
      .number("loss_dB_per_cm", &P::loss, {"dB/cm", 100.0}, Range::at_least(0.0),
              "propagation loss of the arms", {Basis::chosen, "0: see cell_loss_dB"})
      .number("phase_upper_rad", &P::phase_upper, {"rad", 1.0}, Range{},
              "phase added in the upper arm", drive)
      .number("phase_lower_rad", &P::phase_lower, {"rad", 1.0}, Range{},
              "phase added in the lower arm", drive)
      .number("arm_imbalance_dB", &P::arm_imbalance, {"dB", 1.0}, Range::at_least(0.0),
              "loss of the upper arm beyond the lower's", {Basis::chosen, "0: ideal"})
      .number("cell_loss_dB", &P::cell_loss, {"dB", 1.0}, Range::at_least(0.0),
              "excess loss of the whole cell",
              {Basis::chosen, "0: ideal; 0.48 dB a unit is recalled for a published mesh"});
  return table;
}

WaveguideParameters lower_arm(const InterferometerParameters& cell) {
  WaveguideParameters arm;
  arm.length = cell.length;
  arm.effective_index = cell.effective_index;
  arm.group_index = cell.group_index;
  arm.reference_wavelength = cell.reference_wavelength;
  arm.loss = cell.loss;
  return arm;
}

WaveguideParameters upper_arm(const InterferometerParameters& cell) {
  WaveguideParameters arm = lower_arm(cell);
  arm.length += cell.delta_length;
  return arm;
}

DirectionalCouplerParameters input_coupler(const InterferometerParameters& cell) {
  return {cell.coupling_in, cell.coupling_slope, cell.reference_wavelength, base::Decibel(0.0)};
}

DirectionalCouplerParameters output_coupler(const InterferometerParameters& cell) {
  return {cell.coupling_out, cell.coupling_slope, cell.reference_wavelength, base::Decibel(0.0)};
}

namespace {

struct CellParts {
  double t1, c1, t2, c2;
  std::complex<double> upper, lower;
};

CellParts parts(const InterferometerParameters& cell, base::Hertz frequency) {
  const Eigen::Matrix2cd in = directional_coupler_field(input_coupler(cell), frequency);
  const Eigen::Matrix2cd out = directional_coupler_field(output_coupler(cell), frequency);
  const double common = field_factor(cell.cell_loss);
  const double imbalance = field_factor(cell.arm_imbalance);
  return {in(0, 0).real(),
          in(0, 1).imag(),
          out(0, 0).real(),
          out(0, 1).imag(),
          waveguide_field(upper_arm(cell), frequency) *
              phasor(common * imbalance, cell.phase_upper.value()),
          waveguide_field(lower_arm(cell), frequency) * phasor(common, cell.phase_lower.value())};
}

}  // namespace

Eigen::Matrix2cd interferometer_field(const InterferometerParameters& cell, base::Hertz frequency) {
  const auto [t1, c1, t2, c2, u, l] = parts(cell, frequency);
  const auto times_j = [](std::complex<double> z) {
    return std::complex<double>(-z.imag(), z.real());
  };
  Eigen::Matrix2cd field;
  field(0, 0) = t2 * t1 * u - c2 * c1 * l;
  field(0, 1) = times_j(t2 * c1 * u + c2 * t1 * l);
  field(1, 0) = times_j(c2 * t1 * u + t2 * c1 * l);
  field(1, 1) = t2 * t1 * l - c2 * c1 * u;
  return field;
}

std::complex<double> y_interferometer_field(const InterferometerParameters& cell,
                                            base::Hertz frequency) {
  const auto [t1, c1, t2, c2, u, l] = parts(cell, frequency);
  return t2 * t1 * u + c2 * c1 * l;
}

}  // namespace heliograph::photonics
