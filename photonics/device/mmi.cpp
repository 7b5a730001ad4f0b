// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/mmi.hpp"

#include <cmath>
#include <complex>

#include "photonics/device/splitter.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<MmiParameters> MmiParameters::table() {
  using P = MmiParameters;
  base::ParameterTable<P> table;
  table
      .number("excess_loss_dB", &P::excess_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss of both outputs together",
              {Basis::cited, "< 0.14 dB (Zhang 2024, Yang 2025; read at second hand)"})
      .number("imbalance_dB", &P::imbalance, {"dB", 1.0}, {-60.0, 60.0},
              "power of the first (2x2: bar) output over the second",
              {Basis::chosen, "0: ideal; < 0.13 dB is reported (as above)"});
  return table;
}

Eigen::Vector2d mmi_1x2_field(const MmiParameters& mmi) {
  return unequal_split(mmi.excess_loss, mmi.imbalance);
}

Eigen::Matrix2cd mmi_2x2_field(const MmiParameters& mmi) {
  const Eigen::Vector2d split = unequal_split(mmi.excess_loss, mmi.imbalance);
  const std::complex<double> cross(0.0, split(1));
  Eigen::Matrix2cd field;
  field << split(0), cross, cross, split(0);
  return field;
}

}  // namespace heliograph::photonics
