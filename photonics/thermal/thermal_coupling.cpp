// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/thermal_coupling.hpp"

#include <map>

namespace heliograph::photonics {

std::vector<ThermalCoupling> column_couplings(const std::vector<HeaterPlace>& places,
                                              double nearest, double second) {
  std::map<std::size_t, std::map<std::size_t, base::ActuatorId>> columns;
  for (const HeaterPlace& place : places) {
    columns[place.column].emplace(place.row, place.heater);
  }
  const double fractions[] = {nearest, second};
  std::vector<ThermalCoupling> couplings;
  for (const auto& [number, column] : columns) {
    for (const auto& [row, upper] : column) {
      for (std::size_t distance = 1; distance <= 2; ++distance) {
        const auto lower = column.find(row + distance);
        if (lower != column.end() && fractions[distance - 1] > 0.0) {
          couplings.push_back({upper, lower->second, fractions[distance - 1]});
          couplings.push_back({lower->second, upper, fractions[distance - 1]});
        }
      }
    }
  }
  return couplings;
}

}  // namespace heliograph::photonics
