// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/carrier_mzi.hpp"

#include <algorithm>

namespace heliograph::photonics {

base::ParameterTable<CarrierMziParameters> CarrierMziParameters::table() {
  base::ParameterTable<CarrierMziParameters> table;
  table.number("loss_per_pi_dB", &CarrierMziParameters::loss_per_pi, {"dB", 1.0}, {0.0, 40.0},
               "loss of the driven arm at a phase of pi; it grows in proportion to the phase",
               {base::Basis::recalled,
                "the fit of Soref and Bennett (1987), from memory, for a 250 um diode with 0.8 of "
                "the mode; 2.2 dB would make the 1.04 dB a cell between all-cross and all-bar of "
                "Lu 2016"});
  return table;
}

base::Decibel carrier_loss(const CarrierMziParameters& cell, base::Radian theta) {
  return cell.loss_per_pi * (std::max(theta.value(), 0.0) / base::kPi);
}

Eigen::Matrix2cd carrier_mzi_field(const CarrierMziParameters& cell, base::Radian theta) {
  MziParameters driven = cell.mzi;
  driven.arm_imbalance += carrier_loss(cell, theta);
  return mzi_field(driven, theta);
}

}  // namespace heliograph::photonics
