// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/device/carrier_mzi.hpp"
#include "photonics/fabric/cell_model.hpp"

namespace heliograph::photonics {

/// The electro-optic cell of photonics/device/carrier_mzi.hpp: loss and crosstalk depend on the
/// state. Away from the design wavelength its couplers and phases follow as those of MziCell; the
/// absorption stays that of the phase at the design wavelength.
class CarrierCell final : public CellModel {
 public:
  CarrierCell(const CarrierMziParameters& parameters, base::Metre design_wavelength);

  [[nodiscard]] Eigen::Matrix2cd field(base::Radian phase, base::Hertz frequency) const override;
  [[nodiscard]] base::Hertz design_frequency() const override { return design_frequency_; }

 private:
  CarrierMziParameters parameters_;
  base::Hertz design_frequency_;
};

}  // namespace heliograph::photonics
