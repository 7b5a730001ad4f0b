// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/carrier_cell.hpp"

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

CarrierCell::CarrierCell(const CarrierMziParameters& parameters, base::Metre design_wavelength)
    : parameters_(parameters), design_frequency_(frequency_of(design_wavelength)) {}

Eigen::Matrix2cd CarrierCell::field(base::Radian phase, base::Hertz frequency) const {
  if (frequency == design_frequency_) {
    return carrier_mzi_field(parameters_, phase);
  }
  MziParameters there = couplers_at(parameters_.mzi, design_frequency_, frequency);
  there.arm_imbalance += carrier_loss(parameters_, phase);
  return mzi_field(there, phase * (frequency / design_frequency_));
}

}  // namespace heliograph::photonics
