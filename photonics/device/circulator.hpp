// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// Three ports; light goes from each to the next (0 to 1 to 2 to 0). Not reciprocal.
struct CirculatorParameters {
  base::Decibel loss{0.8};
  base::Decibel isolation{40.0};  ///< suppression of the wrong way round

  [[nodiscard]] static base::ParameterTable<CirculatorParameters> table();
};

struct CirculatorFields {
  double forward = 0.0;
  double backward = 0.0;
};

/// backward = sqrt(A X), forward = sqrt(A) (1 - sqrt X), with A and X the powers of loss and
/// isolation: their sum, the largest singular value, is sqrt(A).
[[nodiscard]] CirculatorFields circulator_fields(const CirculatorParameters& circulator);

}  // namespace heliograph::photonics
