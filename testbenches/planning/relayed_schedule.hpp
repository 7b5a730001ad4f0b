// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/planning/circuit_planner.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "testbenches/schedule/round_walk.hpp"

namespace heliograph::testbenches {

/// The schedule as it runs on planned circuits: every send goes over one circuit of the topology
/// that its round (or part of one) is planned on. Where a message takes several hops, the ranks
/// between receive it into scratch memory of its own and send it on, on channels that only this
/// connection and way use; its send and its receive move to streams of their own, which wait for
/// what was before them. Everything else stays as it is. Holds every step: for schedules of some
/// 10^6 messages and hops.
///
/// Precondition: the plan is of this planner, whose rounds are those of the schedule with `ports`.
[[nodiscard]] std::unique_ptr<ExplicitSchedule> relay_schedule(const Schedule& schedule,
                                                               ReceivePorts ports,
                                                               const CircuitPlan& plan,
                                                               const CircuitPlanner& planner);

}  // namespace heliograph::testbenches
