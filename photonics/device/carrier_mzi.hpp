// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/mzi.hpp"

namespace heliograph::photonics {

/// A Mach-Zehnder cell whose upper arm is driven by injected carriers, which change the index and,
/// inseparably, absorb (Soref and Bennett, IEEE JQE 23, 1987). The other parameters are those of
/// the Mach-Zehnder cell, declared by MziParameters::table().
struct CarrierMziParameters {
  MziParameters mzi;
  /// Loss of the driven arm at a phase of pi, beyond mzi.arm_imbalance.
  base::Decibel loss_per_pi{1.7};

  [[nodiscard]] static base::ParameterTable<CarrierMziParameters> table();
};

/// Loss of the driven arm that comes with a phase: proportional to it, since both index and
/// absorption grow with the carriers (the index a little less, as N and N^0.8: then the loss at pi
/// depends on the arm's length, and loss_per_pi is that of the arm at hand). 0 for phases below 0,
/// which no injection makes: there it stands for an error of make. An error above 0 counts as if it
/// were injected.
[[nodiscard]] base::Decibel carrier_loss(const CarrierMziParameters& cell, base::Radian theta);

/// mzi_field() with the driven arm's loss: with the field g of the arm at pi and equal ideal
/// couplers, the cross state has the cell's loss alone and no leak; the bar state passes
/// ((1 + g) / 2)^2 and leaks ((1 - g) / 2)^2. So loss and crosstalk depend on the state.
[[nodiscard]] Eigen::Matrix2cd carrier_mzi_field(const CarrierMziParameters& cell,
                                                 base::Radian theta);

}  // namespace heliograph::photonics
