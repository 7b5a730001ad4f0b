// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collective_report/plan_survey.hpp"

#include <stdexcept>
#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/planning/start_topology.hpp"
#include "testbenches/planning/relayed_schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::string_view kLettersInFull = "........................................";

/// `sRRRsRRr`, or of a long plan `s x2046` and the like.
std::string short_letters(const std::string& letters) {
  if (letters.size() <= kLettersInFull.size()) {
    return letters;
  }
  std::string text;
  for (std::size_t first = 0; first < letters.size();) {
    const std::size_t found = letters.find_first_not_of(letters[first], first);
    const std::size_t end = found == std::string::npos ? letters.size() : found;
    text += text.empty() ? "" : " ";
    text += letters[first];
    text += end - first > 1 ? " x" + std::to_string(end - first) : "";
    if (text.size() > 2 * kLettersInFull.size()) {
      return text + " ...";
    }
    first = end;
  }
  return text;
}

/// Is a round on just its circuits, which were set for it or for another one?
bool is_on_own(const PlannedRound& round, const CircuitPlanner& planner) {
  return round.topology != 0 &&
         planner.topology(round.topology).circuits() == circuits_of(planner.flows(round));
}

/// The same line of a table, and the same bound.
bool are_alike(const PlannedRound& a, const PlannedRound& b, const CircuitPlanner& planner) {
  const bool same_line = a.decision == b.decision && a.parts == b.parts && a.flows == b.flows &&
                         a.time.total_us() == b.time.total_us() &&
                         a.time.dark_us == b.time.dark_us && a.hidden_us == b.hidden_us &&
                         a.largest_flow == b.largest_flow && a.load.hops == b.load.hops &&
                         a.load.most_chunks == b.load.most_chunks;
  return same_line && ((a.topology == b.topology && planner.flows(a) == planner.flows(b)) ||
                       (is_on_own(a, planner) && is_on_own(b, planner)));
}

std::vector<PlannedRun> runs_of(const CircuitPlan& plan, const CircuitPlanner& planner) {
  std::vector<PlannedRun> runs;
  for (const PlannedRound& round : plan.rounds) {
    if (!runs.empty() && are_alike(runs.back().first, round, planner)) {
      runs.back().last_round = round.round;
      ++runs.back().count;
      continue;
    }
    PlannedRun run;
    run.first = round;
    run.last_round = round.round;
    run.topology = planner.topology(round.topology).name();
    if (is_on_own(round, planner)) {
      run.topology = "own circuits";
    }
    run.bound_us = planner.bound_us(round);
    runs.push_back(std::move(run));
  }
  return runs;
}

void check_arrivals(const PlanQuestion& question, std::uint32_t ranks) {
  if (!question.arrivals_us.empty() && question.arrivals_us.size() != ranks) {
    throw base::InputError({"--arrivals-us", 0, 0},
                           "found " + std::to_string(question.arrivals_us.size()) +
                               " times; expected one for each of the " + std::to_string(ranks) +
                               " ranks");
  }
}

/// The messages of the planned schedule, if it is not too large to make and prove beside.
std::optional<std::int64_t> prove_relayed(const Schedule& schedule, ReceivePorts receive_ports,
                                          const CircuitPlan& plan, const CircuitPlanner& planner) {
  constexpr std::size_t kMostHops = std::size_t{1} << 18U;
  std::size_t hops = 0;
  for (const PlannedRound& round : plan.rounds) {
    hops += round.flows * round.load.hops;
  }
  if (hops > kMostHops) {
    return std::nullopt;
  }
  const CheckReport report =
      check_schedule(*relay_schedule(schedule, receive_ports, plan, planner));
  if (!report.correct()) {
    throw std::logic_error("with relays: " + report.fault->text);
  }
  return report.messages;
}

double default_start_GBps(const PlanQuestion& question, const RoundCostModel& model,
                          std::uint32_t ranks, std::uint32_t ports) {
  const bool shares = question.start == "full_mesh" && ranks > 1;
  return shares ? model.circuit_GBps * ports / (ranks - 1) : model.circuit_GBps;
}

}  // namespace

PlanSurvey survey_plan(const Schedule& schedule, ReceivePorts receive_ports, PlanQuestion question,
                       RoundCostModel model, double reconfiguration_us, std::uint32_t ports) {
  const RoundFlows rounds = flows_of(schedule, receive_ports);
  check_arrivals(question, rounds.ranks);
  PlanSurvey survey;
  RankTopology start = start_topology(question.start, rounds.ranks, {"--start", 0, 0});
  survey.start_GBps =
      question.start_GBps.value_or(default_start_GBps(question, model, rounds.ranks, ports));
  start.set_bandwidth_scale(survey.start_GBps / model.circuit_GBps);
  survey.start_name = start.name();
  survey.start_circuits = start.circuits().size();
  survey.start_degree = start.degree();
  survey.model = model;
  survey.reconfiguration_us = reconfiguration_us;
  survey.skew = skew_of(question.arrivals_us);
  const AffineReconfiguration cost({reconfiguration_us, question.per_circuit_us, 0});
  CircuitPlanner planner(rounds,
                         {std::move(start), model, ports, survey.skew.waiting_us(),
                          survey.skew.lead_us(question.trigger)},
                         cost);
  survey.policies.resize(kPlanPolicyNames.size());
  for (std::size_t number = 0; number < kPlanPolicyNames.size(); ++number) {
    PolicyFigures& figures = survey.policies[number];
    figures.policy = static_cast<PlanPolicy>(number);
    const std::optional<CircuitPlan> plan = planner.plan(figures.policy);
    if (plan) {
      figures.time = plan->time;
      figures.hidden_us = plan->hidden_us;
      figures.changes = plan->changes();
      survey.exact = survey.exact && plan->exact;
    }
    if (figures.policy == question.policy && plan) {
      survey.letters = short_letters(plan->letters());
      survey.runs = runs_of(*plan, planner);
      survey.circuit_sets = circuit_sets(*plan, planner).size();
      survey.relayed_messages = prove_relayed(schedule, receive_ports, *plan, planner);
    }
  }
  survey.topologies = planner.topologies();
  survey.ideal_us = ideal_us(model, rounds, ports) + survey.skew.waiting_us();
  survey.question = std::move(question);
  if (!survey.chosen().time) {
    throw base::InputError({"--policy", 0, 0},
                           "'" + std::string(to_string(survey.question.policy)) +
                               "' stays on the start topology (" + survey.start_name +
                               "), which has no way from some rank to where it sends");
  }
  return survey;
}

}  // namespace heliograph::testbenches
