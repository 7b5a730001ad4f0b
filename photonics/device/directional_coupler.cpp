// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/directional_coupler.hpp"

#include <cmath>
#include <complex>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

namespace {

double coupling_angle(const DirectionalCouplerParameters& coupler, base::Metre wavelength) {
  return std::asin(std::sqrt(coupler.coupling)) +
         coupler.coupling_slope * (wavelength - coupler.reference_wavelength).value();
}

}  // namespace

base::ParameterTable<DirectionalCouplerParameters> DirectionalCouplerParameters::table() {
  using P = DirectionalCouplerParameters;
  base::ParameterTable<P> table;
  table
      .number("coupling", &P::coupling, {"", 1.0}, {0.0, 1.0},
              "power cross coupling at the reference wavelength", {Basis::chosen, "3 dB coupler"})
      .number("coupling_slope_rad_per_nm", &P::coupling_slope, {"rad/nm", 1e9}, {-1.0, 1.0},
              "change of the coupling angle with wavelength",
              {Basis::chosen,
               "0: the same at every wavelength; 220 nm silicon strip has 0.0026 to 0.004 "
               "(LightIN: 0.00259)"})
      .number("reference_wavelength_nm", &P::reference_wavelength, {"nm", 1e-9}, Range::above(0.0),
              "where `coupling` holds", {Basis::chosen, "C band"})
      .number("excess_loss_dB", &P::excess_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss of both outputs together",
              {Basis::chosen,
               "0: ideal; 0.035 dB was computed from a published coupler's data, "
               "0.1 to 0.8 dB is reported"});
  return table;
}

double power_coupling(const DirectionalCouplerParameters& coupler, base::Metre wavelength) {
  const double c = std::sin(coupling_angle(coupler, wavelength));
  return c * c;
}

Eigen::Matrix2cd directional_coupler_field(const DirectionalCouplerParameters& coupler,
                                           base::Hertz frequency) {
  double t = std::sqrt(1.0 - coupler.coupling);
  double c = std::sqrt(coupler.coupling);
  if (coupler.coupling_slope != 0.0) {
    const double angle = coupling_angle(coupler, wavelength_of(frequency));
    t = std::cos(angle);
    c = std::sin(angle);
  }
  const double a = field_factor(coupler.excess_loss);
  Eigen::Matrix2cd field;
  field << a * t, std::complex<double>(0.0, a * c), std::complex<double>(0.0, a * c), a * t;
  return field;
}

}  // namespace heliograph::photonics
