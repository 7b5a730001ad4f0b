// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/moving_coupler_cell.hpp"

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

MovingCouplerCell::MovingCouplerCell(const MovingCouplerParameters& parameters,
                                     base::Metre design_wavelength)
    : field_(parameters), design_frequency_(frequency_of(design_wavelength)) {}

Eigen::Matrix2cd MovingCouplerCell::field(base::Radian phase, base::Hertz /*frequency*/) const {
  return field_.at(phase);
}

}  // namespace heliograph::photonics
