// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/device/moving_coupler.hpp"
#include "photonics/fabric/cell_model.hpp"

namespace heliograph::photonics {

/// The micromechanical cell of photonics/device/moving_coupler.hpp, the same at every frequency.
class MovingCouplerCell final : public CellModel {
 public:
  /// Throws std::invalid_argument as MovingCouplerField does.
  MovingCouplerCell(const MovingCouplerParameters& parameters, base::Metre design_wavelength);

  [[nodiscard]] Eigen::Matrix2cd field(base::Radian phase, base::Hertz frequency) const override;
  [[nodiscard]] base::Hertz design_frequency() const override { return design_frequency_; }

 private:
  MovingCouplerField field_;
  base::Hertz design_frequency_;
};

}  // namespace heliograph::photonics
