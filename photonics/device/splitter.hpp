// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <Eigen/Core>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// Fields of a 1x2 split with this loss of both outputs together and this power of the first over
/// the second.
[[nodiscard]] Eigen::Vector2d unequal_split(base::Decibel excess_loss, base::Decibel imbalance);

/// A Y-junction: one waveguide that forks.
struct YJunctionParameters {
  base::Decibel excess_loss{0.28};
  base::Decibel imbalance{0.0};

  [[nodiscard]] static base::ParameterTable<YJunctionParameters> table();
};

/// Fields at the two arms for unit input at the stem. Backwards each arm reaches the stem with the
/// same field; what is in antiphase on the two arms is radiated.
[[nodiscard]] Eigen::Vector2d y_junction_field(const YJunctionParameters& junction);

/// A power splitter with equal outputs.
struct SplitterParameters {
  int outputs = 2;
  base::Decibel excess_loss{1.0};

  [[nodiscard]] static base::ParameterTable<SplitterParameters> table();
};

/// Field at each output for unit input: 10^{-excess_loss/20} / sqrt(outputs).
[[nodiscard]] double splitter_field(const SplitterParameters& splitter);

}  // namespace heliograph::photonics
