// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/planning/change_trigger.hpp"
#include "testbenches/planning/circuit_planner.hpp"
#include "testbenches/schedule/round_walk.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// How a schedule's circuits are to be planned.
struct PlanQuestion {
  PlanPolicy policy = PlanPolicy::dp;
  std::string start = "ring";        ///< as start_topology() reads it
  std::optional<double> start_GBps;  ///< of each of its circuits
  std::optional<double> hop_us;      ///< of a hop after the first; the start-up time otherwise
  double per_circuit_us = 0;         ///< of each circuit that changes
  ChangeTrigger trigger = ChangeTrigger::last_arrival;
  std::vector<double> arrivals_us;  ///< of each rank; none: together
};

/// Rounds, or parts of one, in a row that are all alike.
struct PlannedRun {
  PlannedRound first;
  std::size_t last_round = 0;
  std::size_t count = 1;
  std::string topology;  ///< in words
  double bound_us = 0;   ///< of one of them
};

/// What a policy comes to; nothing where it cannot carry the rounds.
struct PolicyFigures {
  PlanPolicy policy = PlanPolicy::never;
  std::optional<PlanTime> time;
  double hidden_us = 0;
  std::size_t changes = 0;
};

/// A plan of a schedule's circuits, beside those of the other policies.
struct PlanSurvey {
  PlanQuestion question;
  RoundCostModel model;
  double reconfiguration_us = 0;
  double start_GBps = 0;
  std::string start_name;
  std::size_t start_circuits = 0;
  std::uint32_t start_degree = 0;
  std::string letters;  ///< of each round, runs of equal ones cut short
  ArrivalSkew skew;
  std::vector<PlannedRun> runs;
  std::vector<PolicyFigures> policies;  ///< in the order of PlanPolicy
  double ideal_us = 0;  ///< each round on circuits of its own that are there at once
  bool exact = true;    ///< see CircuitPlan::exact
  std::size_t topologies = 0;
  /// Of the plan as a schedule with relays (relay_schedule()), proved; nothing where it would have
  /// more than some 2^18 messages.
  std::optional<std::int64_t> relayed_messages;
  std::size_t circuit_sets = 0;

  [[nodiscard]] const PolicyFigures& chosen() const {
    return policies[static_cast<std::size_t>(question.policy)];
  }
};

/// Plans the rounds of a schedule that passed the checker. Throws base::InputError when the start
/// topology is none of those that there are, the arrivals are not one a rank, or the policy cannot
/// carry the rounds; std::logic_error when the planned schedule is wrong (a fault of ours).
[[nodiscard]] PlanSurvey survey_plan(const Schedule& schedule, ReceivePorts receive_ports,
                                     PlanQuestion question, RoundCostModel model,
                                     double reconfiguration_us, std::uint32_t ports);

/// What a person reads, and the same for machines (an object).
[[nodiscard]] std::string plan_text(const PlanSurvey& survey);
[[nodiscard]] std::string plan_json(const PlanSurvey& survey);

}  // namespace heliograph::testbenches
