// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/light_judge.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "testbenches/cosim/cycle_bench.hpp"
#include "testbenches/cosim/light_monitor.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace heliograph::testbenches {

namespace {

constexpr unsigned kTwinActuators = systemc::registers::kMaxActuatorsAddressable;

struct LightRun {
  CosimReport report;
  bool completed = false;
};

LightRun run_in_light(const CosimOptions& options, const platforms::ScenarioConfig& scenario,
                      const ControllerFactory& factory) {
  LightRun run;
  Scoreboard board;
  board.begin_case(kLightCase, scenario.seed);
  LightMonitor::Settings settings;
  settings.ports = static_cast<unsigned>(scenario.fabric_switch.ports);
  settings.period = scenario.controller.period();
  settings.groups = options.groups;
  settings.bus_bound = options.bus_bound;
  settings.keeps_alive = scenario.platform.transceiver.protocol.keep_alive;
  settings.timer_is_right = scenario.controller.settle_override.count() == 0;
  try {
    const auto probe = factory(0);
    settings.ports = probe->ports();
    settings.max_actuators = read_max_actuators(*probe, options.bus_bound).value_or(kTwinActuators);
  } catch (const std::runtime_error& fault) {
    board.broken(Rule::model_fault, fault.what());
    run.report.findings = board.findings();
    run.report.rules = board.counts();
    return run;
  }
  Simulation simulation(scenario);
  simulation.use_controller([&factory](unsigned /*ports*/) {
    auto core = factory(0);
    core->reset();
    return core;
  });
  LightMonitor monitor(board, settings);
  simulation.also_tell({monitor, monitor, monitor});
  try {
    const RunResult& result = simulation.run();
    run.completed = result.completed;
    board.check(Rule::light_served, result.completed, [&] {
      return fmt::format("{} of {} bytes arrived; active is epoch {}, {} reconfigurations ended",
                         result.delivered.count(), result.posted.count(),
                         monitor.monitors().view().active_epoch,
                         monitor.monitors().sequence().reconfigurations());
    });
  } catch (const base::InputError&) {
    throw;
  } catch (const std::runtime_error& fault) {
    board.broken(Rule::model_fault, fault.what());
  }
  run.report.ports = settings.ports;
  run.report.cycles = monitor.edges();
  run.report.transfers = monitor.monitors().bus().transfers();
  run.report.reconfigurations = monitor.monitors().sequence().reconfigurations();
  board.exercised(Rule::model_fault, monitor.edges());
  run.report.rules = board.counts();
  run.report.findings = board.findings();
  return run;
}

/// What also goes wrong with the reference is the scenario's doing.
void forgive(CosimReport& report, const CosimReport& reference) {
  std::vector<Finding> kept;
  for (Finding& finding : report.findings) {
    if (text_of(finding.rule).group != "in the light" || !reference.broke(finding.rule)) {
      kept.push_back(std::move(finding));
      continue;
    }
    RuleCount& count = report.rules[static_cast<std::size_t>(finding.rule)];
    count.broken = 0;
    count.exercised = 0;
    report.notes.push_back(
        fmt::format("{} is broken with the reference too, so that this scenario cannot judge it: "
                    "{}",
                    to_string(finding.rule), finding.seen));
  }
  report.findings = std::move(kept);
}

bool any_in_light(const CosimReport& report) {
  for (const Finding& finding : report.findings) {
    if (text_of(finding.rule).group == "in the light") return true;
  }
  return false;
}

}  // namespace

CosimReport judge_in_light(const CosimOptions& options, const platforms::ScenarioConfig& scenario,
                           const ControllerFactory& factory) {
  if (scenario.platform.electrical_machine()) {
    throw base::InputError({scenario.file, 0, 0},
                           "an electrical machine has no controller that could be judged");
  }
  LightRun run = run_in_light(options, scenario, factory);
  if (any_in_light(run.report)) {
    const auto ports = static_cast<unsigned>(scenario.fabric_switch.ports);
    ControllerFactory reference = options.reference;
    if (!reference) {
      reference = [ports](std::uint64_t /*initial_state*/) {
        return std::make_unique<systemc::SwitchCtrlTwin>(ports, kTwinActuators);
      };
    }
    forgive(run.report, run_in_light(options, scenario, reference).report);
  }
  run.report.device = options.device;
  run.report.again = options.again;
  run.report.seed = scenario.seed;
  run.report.cases = {kLightCase};
  for (std::size_t i = 0; i < kRules; ++i) {
    run.report.applies[i] = text_of(static_cast<Rule>(i)).group == "in the light";
  }
  return run.report;
}

}  // namespace heliograph::testbenches
