// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace heliograph::testbenches {

/// When the first change of circuits may start.
enum class ChangeTrigger {
  last_arrival,   ///< when all ranks are there
  first_arrival,  ///< when the first is there: early ranks wait anyway
  provisioned,    ///< at time 0, from which arrivals are counted: it was asked for before
};
inline constexpr std::array<std::string_view, 3> kChangeTriggerNames{
    "last_arrival", "first_arrival", "provisioned"};
[[nodiscard]] std::string_view to_string(ChangeTrigger trigger);
[[nodiscard]] std::optional<ChangeTrigger> find_change_trigger(std::string_view name);

/// Ranks that come to a collective, which begins when the last is there.
struct ArrivalSkew {
  double first_us = 0;
  double last_us = 0;
  double mean_wait_us = 0;  ///< of a rank for the last one

  /// From the first arrival to the last one: the longest wait (tau).
  [[nodiscard]] double waiting_us() const { return last_us - first_us; }
  /// How long before the last arrival a change may start: so much of it is hidden.
  [[nodiscard]] double lead_us(ChangeTrigger trigger) const;
};

/// Of each rank's arrival, not negative. All are there at 0 when there are none.
[[nodiscard]] ArrivalSkew skew_of(const std::vector<double>& arrivals_us);

}  // namespace heliograph::testbenches
