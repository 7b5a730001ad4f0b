// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/change_trigger.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace heliograph::testbenches {

std::string_view to_string(ChangeTrigger trigger) {
  return kChangeTriggerNames.at(static_cast<std::size_t>(trigger));
}

std::optional<ChangeTrigger> find_change_trigger(std::string_view name) {
  const auto* const found = std::find(kChangeTriggerNames.begin(), kChangeTriggerNames.end(), name);
  if (found == kChangeTriggerNames.end()) {
    return std::nullopt;
  }
  return static_cast<ChangeTrigger>(found - kChangeTriggerNames.begin());
}

double ArrivalSkew::lead_us(ChangeTrigger trigger) const {
  switch (trigger) {
    case ChangeTrigger::last_arrival:
      return 0;
    case ChangeTrigger::first_arrival:
      return last_us - first_us;
    case ChangeTrigger::provisioned:
      return last_us;
  }
  return 0;
}

ArrivalSkew skew_of(const std::vector<double>& arrivals_us) {
  ArrivalSkew skew;
  if (!arrivals_us.empty()) {
    const auto [first, last] = std::minmax_element(arrivals_us.begin(), arrivals_us.end());
    skew.first_us = *first;
    skew.last_us = *last;
    skew.mean_wait_us = *last - std::accumulate(arrivals_us.begin(), arrivals_us.end(), 0.0) /
                                    static_cast<double>(arrivals_us.size());
  }
  return skew;
}

}  // namespace heliograph::testbenches
