// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "platforms/description/scenario_config.hpp"
#include "testbenches/observe/run_result.hpp"
#include "testbenches/planning/epoch_plan.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/workloads/proven_workload.hpp"

namespace heliograph::testbenches {

/// When the circuits of a run change, and what is run on them.
struct CircuitPlanning {
  EpochPlan plan = EpochPlan::without_circuits();
  /// The workload's schedule with relays where a message stays on circuits that do not lead to its
  /// receiver; nullptr where it is run as it is.
  std::unique_ptr<Schedule> relayed;
  std::optional<PlanResult> prediction;  ///< of policies other than in_order
};

/// Plans by the scenario's `planning`; `late_by`: of each rank, empty when all come at once. What a
/// change of circuits takes is estimated as settling (the fabric's time constant, its target and
/// the controller's margin) and locking, what a round takes as a message's latencies and its bytes
/// at the circuit's payload rate; the run then takes what physics says. Throws base::InputError
/// when the start topology is none, needs more ports than a rank has, or does not carry the
/// workload; and for workloads of several parts.
[[nodiscard]] CircuitPlanning plan_circuits(const ProvenWorkload& workload,
                                            const platforms::ScenarioConfig& scenario,
                                            const std::vector<base::Picoseconds>& late_by);

}  // namespace heliograph::testbenches
