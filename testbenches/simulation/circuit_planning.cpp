// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/circuit_planning.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/change_trigger.hpp"
#include "testbenches/planning/circuit_planner.hpp"
#include "testbenches/planning/relayed_schedule.hpp"
#include "testbenches/planning/start_topology.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kMicrosecondsPerPicosecond = 1e-6;

double microseconds(base::Picoseconds time) {
  return static_cast<double>(time.count()) * kMicrosecondsPerPicosecond;
}

PlanPolicy policy_of(platforms::PlanningPolicy policy) {
  switch (policy) {
    case platforms::PlanningPolicy::never:
      return PlanPolicy::never;
    case platforms::PlanningPolicy::always:
      return PlanPolicy::always_skip;
    case platforms::PlanningPolicy::greedy:
      return PlanPolicy::greedy;
    case platforms::PlanningPolicy::partial:
      return PlanPolicy::partial;
    case platforms::PlanningPolicy::dp:
    case platforms::PlanningPolicy::in_order:
      break;
  }
  return PlanPolicy::dp;
}

/// First-order settling of cells that swing by pi (docs/reference/closed-forms.md), margin and
/// lock.
double change_us(const platforms::ScenarioConfig& scenario) {
  const platforms::SwitchConfig& config = scenario.fabric_switch;
  constexpr double kAmplitudeDecibels = 20.0;
  const double leak =
      std::pow(10.0, -std::abs(config.plant.settled_extinction.value()) / kAmplitudeDecibels);
  const double constants = std::log(std::acos(-1.0) / (2.0 * std::asin(leak)));
  double settling = microseconds(config.thermal.tau) * constants +
                    microseconds(config.plant.dac_write_time() + scenario.controller.settle_margin);
  if (scenario.controller.settle_override > base::Picoseconds(0)) {
    settling = microseconds(scenario.controller.settle_override);
  }
  return settling + microseconds(scenario.platform.transceiver.protocol.first_lock_time());
}

RoundCostModel model_of(const platforms::ScenarioConfig& scenario, base::Bytes chunk) {
  const platforms::PlatformConfig& platform = scenario.platform;
  const platforms::NodeLink link = platform.node_link();
  RoundCostModel model;
  // Both fibres; the way through the fabric is short beside them.
  constexpr double kMicro = 1e6;
  const double flight_us = platform.fibre.delay().value() * 2.0 * kMicro;
  const base::Picoseconds reception = platform.transceiver.protocol.rx_latency +
                                      platform.transceiver.fec.decode_time +
                                      platform.accelerator.memory_latency;
  model.alpha_us = microseconds(platform.post_latency() + reception) + flight_us;
  model.hop_us = model.alpha_us;
  constexpr double kGiga = 1e9;
  // Payload bytes over wire bits: bytes a second.
  model.circuit_GBps = static_cast<double>(link.line_rate.bits_per_second()) *
                       static_cast<double>(link.frame_payload.count()) /
                       static_cast<double>(link.wire_bits.count()) / kGiga;
  // A striped message goes over all ports of its rank at once.
  model.circuit_GBps *= static_cast<double>(platform.ports) / platform.circuits_of_rank();
  model.chunk_bytes = static_cast<double>(chunk.count());
  model.store_and_forward = true;
  return model;
}

/// Whether the algorithm has a rank take in one message after the other; many for a file.
ReceivePorts receive_ports(const platforms::ScenarioConfig& scenario) {
  if (!scenario.workload.file.empty()) {
    return ReceivePorts::many;
  }
  const Algorithm algorithm =
      find_algorithm(platforms::to_string(scenario.workload.generator), scenario.workload_place);
  return algorithm.receive_ports();
}

/// Circuits that only go leave nobody in the dark.
class DarkChange final : public ReconfigurationCost {
 public:
  explicit DarkChange(double change_us) : change_us_(change_us) {}

  [[nodiscard]] double time_us(const RankTopology& from, const RankTopology& to) const override {
    return new_circuits(from, to) > 0 ? change_us_ : 0;
  }
  [[nodiscard]] double most_us(std::size_t /*circuits*/) const override { return change_us_; }

 private:
  double change_us_;
};

ChangeTrigger trigger_of(platforms::PlanningTrigger trigger) {
  switch (trigger) {
    case platforms::PlanningTrigger::first_arrival:
      return ChangeTrigger::first_arrival;
    case platforms::PlanningTrigger::last_arrival:
      return ChangeTrigger::last_arrival;
    case platforms::PlanningTrigger::provisioned:
      break;
  }
  return ChangeTrigger::provisioned;
}

/// Ranks that come late, and the head start that a first change has.
PlanMachine machine_of(RankTopology start, const platforms::ScenarioConfig& scenario,
                       const std::vector<base::Picoseconds>& late_by, RoundCostModel model,
                       double change) {
  std::vector<double> arrivals;
  arrivals.reserve(late_by.size());
  for (const base::Picoseconds by : late_by) {
    arrivals.push_back(microseconds(by));
  }
  const ArrivalSkew skew = skew_of(arrivals);
  // From nothing, the first circuits are set before the collective's time begins.
  const bool from_nothing = start.circuits().empty();
  const double lead =
      skew.lead_us(trigger_of(scenario.planning.trigger)) + (from_nothing ? change : 0);
  return {std::move(start), model, scenario.platform.circuits_of_rank(), skew.waiting_us(), lead};
}

void check_start(const RankTopology& start, const platforms::ScenarioConfig& scenario) {
  const std::uint32_t ports = scenario.platform.circuits_of_rank();
  if (start.degree() > ports) {
    throw base::InputError(scenario.planning_place,
                           "'planning.start': " + scenario.planning.start + " needs " +
                               std::to_string(start.degree()) + " ports a rank; the platform has " +
                               std::to_string(ports) +
                               " (platform.ports; nic.striping takes them all for one peer)");
  }
}

/// The sets of circuits of a plan; first the start topology, so that leaving it is seen.
std::vector<std::vector<base::RankCircuit>> sets_of(const CircuitPlan& plan,
                                                    const CircuitPlanner& planner) {
  std::vector<std::vector<base::RankCircuit>> sets;
  const std::vector<base::RankCircuit>& start = planner.topology(0).circuits();
  if (!start.empty()) {
    sets.push_back(start);
  }
  for (const PlannedCircuits& set : circuit_sets(plan, planner)) {
    if (sets.empty() || sets.back() != set.circuits) {
      sets.push_back(set.circuits);
    }
  }
  return sets;
}

PlanResult prediction_of(const CircuitPlan& plan, const platforms::ScenarioConfig& scenario,
                         double change) {
  PlanResult result;
  result.policy = platforms::to_string(scenario.planning.policy);
  result.start = scenario.planning.start;
  result.letters = plan.letters();
  result.changes = plan.changes();
  result.change_us = change;
  result.time_us = plan.time_us();
  result.dark_us = plan.time.dark_us;
  return result;
}

}  // namespace

CircuitPlanning plan_circuits(const ProvenWorkload& workload,
                              const platforms::ScenarioConfig& scenario,
                              const std::vector<base::Picoseconds>& late_by) {
  const std::uint32_t ports = scenario.platform.circuits_of_rank();
  CircuitPlanning planning;
  if (scenario.planning.policy == platforms::PlanningPolicy::in_order) {
    planning.plan = EpochPlan(workload.schedule(), ports);
    return planning;
  }
  const Schedule& schedule = workload.schedule();
  if (workload.program() != nullptr) {
    throw base::InputError(scenario.planning_place,
                           "'planning.policy': found '" +
                               platforms::to_string(scenario.planning.policy) +
                               "' with a workload of several parts; expected in_order");
  }
  RankTopology start =
      start_topology(scenario.planning.start, schedule.ranks(), scenario.start_place);
  check_start(start, scenario);
  const base::Bytes chunk(
      base::units_to_cover(workload.bytes(), base::Bytes(schedule.chunks_per_loop())));
  const double change = change_us(scenario);
  const DarkChange cost(change);
  const ReceivePorts receives = receive_ports(scenario);
  CircuitPlanner planner(
      flows_of(schedule, receives),
      machine_of(std::move(start), scenario, late_by, model_of(scenario, chunk), change), cost);
  const std::optional<CircuitPlan> plan = planner.plan(policy_of(scenario.planning.policy));
  if (!plan) {
    throw base::InputError(scenario.planning_place,
                           "'planning.policy': never stays on the start topology, which has no way "
                           "from some rank to where it sends");
  }
  planning.relayed = relay_schedule(schedule, receives, *plan, planner);
  const CheckReport report = check_schedule(*planning.relayed);
  if (!report.correct()) {
    throw std::logic_error("with relays: " + report.fault->text);
  }
  planning.plan = EpochPlan::from_sets(*planning.relayed, ports, sets_of(*plan, planner));
  planning.prediction = prediction_of(*plan, scenario, change);
  return planning;
}

}  // namespace heliograph::testbenches
