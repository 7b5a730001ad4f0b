// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.hpp"

namespace heliograph::photonics {

/// `fraction` of the phase shift of heater `from` also appears at heater `to`.
struct ThermalCoupling {
  base::ActuatorId from{};
  base::ActuatorId to{};
  double fraction = 0.0;
};

/// Where a heater is drawn.
struct HeaterPlace {
  base::ActuatorId heater{};
  std::size_t column = 0;
  std::size_t row = 0;
};

/// Heaters of a column warm those in the next row by `nearest`, and in the next but one by
/// `second`.
[[nodiscard]] std::vector<ThermalCoupling> column_couplings(const std::vector<HeaterPlace>& places,
                                                            double nearest, double second);

}  // namespace heliograph::photonics
