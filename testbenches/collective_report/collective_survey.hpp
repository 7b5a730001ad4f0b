// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/collective_report/plan_survey.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/matching_cover.hpp"
#include "testbenches/schedule/round_profile.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

/// What the closed form of a schedule's time is reckoned with.
struct CollectiveCostModel {
  /// Time of a message but for its bytes. 3 us: the model of StragglAR (arXiv 2505.23523).
  double alpha_us = 3;
  /// What a rank sends, all its lanes together, in 10^9 bytes a second. 450: NVLink of an H100, as
  /// in the same model.
  double bandwidth_GBps = 450;
  /// Time that a change of circuits takes. 3.7 us: Mach-Zehnder switches of Lumorph (arXiv
  /// 2501.18169).
  double reconfiguration_us = 3.7;
  std::uint32_t ports = 1;  ///< circuits that a rank can send on, and receive on, at a time
};

/// What a collective is asked to do.
struct CollectiveQuestion {
  Algorithm algorithm;
  CollectiveRequest request;
  std::int64_t bytes = 1;  ///< of the collective's buffer
  CollectiveCostModel model;
  std::optional<PlanQuestion> plan = std::nullopt;  ///< when circuits are to be planned
};

/// A schedule, proved and counted.
struct CollectiveSurvey {
  CollectiveQuestion question;
  std::string name;
  std::int64_t buffer_chunks = 0;
  std::int64_t chunk_bytes = 0;  ///< rounded up
  CheckReport check;
  CollectiveCost cost;
  /// Whatever order the circuits are needed in. The matchings themselves are left out where they
  /// would take more than seconds to find: their number follows from the degree.
  MatchingCover cover;
  std::size_t fewest_matchings = 0;
  /// Left out beyond 2^20 messages: the rounds, and the sets of circuits in the order in which a
  /// planner with one port needs them (these beyond 2^27 messages * peers of a rank as well).
  std::optional<RoundProfile> rounds;
  std::optional<std::size_t> circuit_sets;
  /// As asked for; a circuit has a rank's bandwidth over its ports.
  std::optional<PlanSurvey> plan;

  [[nodiscard]] double start_up_us() const;       ///< rounds * alpha
  [[nodiscard]] double serialisation_us() const;  ///< serial chunks / bandwidth
  [[nodiscard]] double time_us() const { return start_up_us() + serialisation_us(); }
  /// With the circuits changed between the sets of `circuit_sets`, nothing hidden.
  [[nodiscard]] std::optional<double> reconfigured_time_us() const;
  /// Buffer over time, and times what every algorithm must move (NCCL's definitions), in GB/s.
  [[nodiscard]] double algorithm_bandwidth_GBps() const;
  [[nodiscard]] double bus_bandwidth_GBps() const;
};

/// Makes the schedule, proves it and counts. Throws base::InputError on a request that is not
/// admitted, of more than 2^21 streams or, to be planned, 2^22 messages; std::logic_error when the
/// schedule is wrong (a fault of ours).
[[nodiscard]] CollectiveSurvey survey_collective(CollectiveQuestion question);

}  // namespace heliograph::testbenches
