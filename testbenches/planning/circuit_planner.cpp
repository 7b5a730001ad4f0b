// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/circuit_planner.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "testbenches/planning/concurrent_flow.hpp"
#include "testbenches/planning/plan_search.hpp"

namespace heliograph::testbenches {

namespace {

std::optional<PlanSteps> steps_of(PlanGround& ground, PlanPolicy policy, double lead_us) {
  switch (policy) {
    case PlanPolicy::dp:
    case PlanPolicy::partial:
      return search_plan(ground, policy, lead_us);
    case PlanPolicy::overlap:
      return search_overlap(ground, lead_us);
    default:
      return follow_rule(ground, policy, lead_us);
  }
}

PlanDecision decision_of(const PlanStep& step, std::size_t up) {
  if (step.topology == up && step.dark_us == 0 && step.hidden_us == 0) {
    return PlanDecision::stay;
  }
  return step.topology == 0 && up != 0 ? PlanDecision::back : PlanDecision::change;
}

}  // namespace

std::string_view to_string(PlanPolicy policy) {
  return kPlanPolicyNames.at(static_cast<std::size_t>(policy));
}

std::optional<PlanPolicy> find_plan_policy(std::string_view name) {
  const auto* const found = std::find(kPlanPolicyNames.begin(), kPlanPolicyNames.end(), name);
  if (found == kPlanPolicyNames.end()) {
    return std::nullopt;
  }
  return static_cast<PlanPolicy>(found - kPlanPolicyNames.begin());
}

std::size_t CircuitPlan::changes() const {
  return static_cast<std::size_t>(std::count_if(
      rounds.begin(), rounds.end(),
      [](const PlannedRound& round) { return round.decision != PlanDecision::stay; }));
}

std::string CircuitPlan::letters() const {
  std::string text;
  text.reserve(rounds.size());
  for (const PlannedRound& round : rounds) {
    text += round.decision == PlanDecision::stay     ? 's'
            : round.decision == PlanDecision::change ? 'R'
                                                     : 'r';
  }
  return text;
}

CircuitPlanner::CircuitPlanner(const RoundFlows& rounds, PlanMachine machine,
                               const ReconfigurationCost& reconfiguration)
    : waiting_us_(machine.waiting_us), lead_us_(machine.lead_us) {
  if (rounds.ranks != machine.start.ranks() || machine.ports == 0) {
    throw std::invalid_argument("a planner needs rounds and a start topology of the same ranks");
  }
  ground_ = std::make_unique<PlanGround>(rounds, std::move(machine.start), machine.model,
                                         reconfiguration, machine.ports);
}

CircuitPlanner::~CircuitPlanner() = default;

std::optional<CircuitPlan> CircuitPlanner::plan(PlanPolicy policy) {
  std::optional<CircuitPlan> plan = follow(policy);
  if (policy != PlanPolicy::overlap) {
    return plan;
  }
  // With dear circuits the second plane is better left alone.
  std::optional<CircuitPlan> alone = follow(PlanPolicy::dp);
  if (alone && (!plan || alone->time_us() < plan->time_us())) {
    alone->policy = policy;
    return alone;
  }
  return plan;
}

std::optional<CircuitPlan> CircuitPlanner::follow(PlanPolicy policy) {
  const std::optional<PlanSteps> steps = steps_of(*ground_, policy, lead_us_);
  if (!steps) {
    return std::nullopt;
  }
  CircuitPlan plan;
  plan.policy = policy;
  plan.exact = ground_->is_exact();
  plan.time.waiting_us = waiting_us_;
  plan.rounds.reserve(steps->size());
  std::size_t up = 0;
  for (const PlanStep& step : *steps) {
    const PlanStage& stage = ground_->stage(step.stage);
    const FlowPattern& flows = ground_->flows(step.stage);
    const RankTopology& topology = ground_->topology(step.topology);
    PlannedRound round;
    round.round = stage.round;
    round.part = stage.part;
    round.parts = stage.parts;
    round.topology = step.topology;
    round.stage = step.stage;
    round.flows = flows.size();
    round.largest_flow = largest_flow(flows);
    round.load = *ground_->router().route(topology, flows);
    round.time = round_time(ground_->model(), topology, round.load, round.largest_flow);
    round.time.dark_us = step.dark_us;
    round.hidden_us = step.hidden_us;
    round.decision = decision_of(step, up);
    up = step.topology;
    plan.time += round.time;
    plan.hidden_us += round.hidden_us;
    plan.rounds.push_back(round);
  }
  return plan;
}

double CircuitPlanner::bound_us(const PlannedRound& round) const {
  const PlanTime& time = round.time;
  const RankTopology& topology = ground_->topology(round.topology);
  if (round.load.most_chunks == round.largest_flow && round.load.hops <= 1) {
    return time.start_up_us + time.serialisation_us;  // each flow on a circuit of its own
  }
  ConcurrentFlowEffort effort;
  effort.turns = 100;
  effort.steps = 2'000'000;
  const auto bound = bound_congestion(topology, flows(round), effort);
  return time.start_up_us + time.dilation_us +
         serialisation_us(ground_->model(), topology, bound ? bound->least_chunks : 0);
}

const FlowPattern& CircuitPlanner::flows(const PlannedRound& round) const {
  return ground_->flows(round.stage);
}

std::size_t CircuitPlanner::topologies() const { return ground_->topologies(); }

const RankTopology& CircuitPlanner::topology(std::size_t number) const {
  return ground_->topology(number);
}

std::vector<PlannedCircuits> circuit_sets(const CircuitPlan& plan, const CircuitPlanner& planner) {
  std::vector<PlannedCircuits> sets;
  for (const PlannedRound& round : plan.rounds) {
    if (sets.empty() || round.decision != PlanDecision::stay) {
      sets.push_back({planner.topology(round.topology).circuits(), 0});
    }
    ++sets.back().rounds;
  }
  return sets;
}

}  // namespace heliograph::testbenches
