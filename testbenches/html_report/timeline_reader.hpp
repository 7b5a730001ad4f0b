// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testbenches/html_report/activity_chart.hpp"

namespace heliograph::testbenches {

/// What timeline.json says, sorted for the charts.
struct TimelineData {
  /// By rank: when any of its transmitters had bits on the line.
  std::map<std::int64_t, std::vector<Span>> line;
  /// By rank: when it computed.
  std::map<std::int64_t, std::vector<Span>> computing;
  /// By name of the track, and by state.
  std::map<std::string, std::map<std::string, std::vector<Span>>> receivers;
  std::vector<std::string> receiver_names;                ///< in the order of the tracks
  std::map<std::string, std::vector<double>> operations;  ///< by kind: ready to done, in ps
  Json events = Json::array();                            ///< of the controller
};

/// Skips whatever is not as timeline.json has it.
[[nodiscard]] TimelineData read_timeline(const Json& timeline);

/// Rows for a table: kind, number, percentiles of the time from ready to done. A percentile is the
/// smallest time that so many per cent of the operations do not exceed (nearest rank).
[[nodiscard]] Json operation_rows(const TimelineData& data);

}  // namespace heliograph::testbenches
