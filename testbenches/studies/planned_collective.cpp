// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/planned_collective.hpp"

#include <utility>

#include "testbenches/collectives/algorithm_list.hpp"

namespace heliograph::testbenches {

PlannedCollective::PlannedCollective(const std::string& algorithm, std::uint32_t ranks) {
  const base::SourceLocation place{"reproduce", 0, 0};
  const Algorithm made_by = find_algorithm(algorithm, place);
  CollectiveRequest request;
  request.op = CollectiveOp::all_reduce;
  request.ranks = ranks;
  const auto schedule = make_collective(made_by, request, place);
  rounds_ = flows_of(*schedule, made_by.receive_ports());
  chunks_ = schedule->chunks_per_loop();
}

PlannedCollective::PlannedCollective(RoundFlows rounds, std::int64_t chunks)
    : rounds_(std::move(rounds)), chunks_(chunks) {}

RoundCostModel PlannedCollective::model(const CollectivePoint& point) const {
  RoundCostModel model;
  model.alpha_us = point.alpha_us;
  model.hop_us = point.alpha_us;
  model.circuit_GBps = point.bandwidth_GBps / point.ports;
  model.chunk_bytes = point.bytes / static_cast<double>(chunks_);
  return model;
}

CircuitPlan PlannedCollective::plan(PlanPolicy policy, const RankTopology& start,
                                    const CollectivePoint& point) const {
  const AffineReconfiguration cost({point.reconfiguration_us, 0, 0});
  CircuitPlanner planner(rounds_, {start, model(point), point.ports, 0, 0}, cost);
  return planner.plan(policy).value();
}

double PlannedCollective::time_us(PlanPolicy policy, const RankTopology& start,
                                  const CollectivePoint& point) const {
  return plan(policy, start, point).time_us();
}

double PlannedCollective::ideal_us(const CollectivePoint& point) const {
  return heliograph::testbenches::ideal_us(model(point), rounds_, point.ports);
}

std::string PlannedCollective::letters(PlanPolicy policy, const RankTopology& start,
                                       const CollectivePoint& point) const {
  return plan(policy, start, point).letters();
}

}  // namespace heliograph::testbenches
