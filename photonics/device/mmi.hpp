// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A multimode interference coupler, 1x2 or 2x2, flat over its band.
struct MmiParameters {
  base::Decibel excess_loss{0.14};
  /// Power of the first (1x2: upper; 2x2: bar) output over the second.
  base::Decibel imbalance{0.0};

  [[nodiscard]] static base::ParameterTable<MmiParameters> table();
};

/// Fields at the two outputs for unit input: both real, both positive.
[[nodiscard]] Eigen::Vector2d mmi_1x2_field(const MmiParameters& mmi);

/// Field matrix from the two inputs to the two outputs, [[t, jc], [jc, t]] with loss.
[[nodiscard]] Eigen::Matrix2cd mmi_2x2_field(const MmiParameters& mmi);

}  // namespace heliograph::photonics
