// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/device_judgement.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "platforms/build/controller_factory.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "systemc/control/behavioural/circuit_scheduler_twin.hpp"
#include "systemc/control/behavioural/scheduled_controller.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "testbenches/cosim/cycle_bench.hpp"
#include "testbenches/cosim/judge.hpp"
#include "testbenches/cosim/light_judge.hpp"
#include "testbenches/cosim/recorded_device.hpp"

namespace heliograph::testbenches {

namespace {

// What a waveform shows of the way to a failure, in clock cycles.
constexpr std::uint64_t kCyclesBefore = 2000;
constexpr std::uint64_t kCyclesAfter = 200;
// The clock of a scheduler's bench, picoseconds.
constexpr std::uint64_t kBenchPeriod = 1000;
constexpr std::uint64_t kMicrosecond = 1'000'000;
constexpr std::uint64_t kSlotSearch = 2'000'000;  // cycles
constexpr unsigned kEpochPinBits = 16;
// A write to COMMIT waits for a scheduler that decides, or for its slots.
constexpr unsigned kSchedulingCycles = 10'000'000;

DeviceGroups groups_of(const systemc::CheckedDevice& device) {
  const auto has = [&device](const char* pin) { return device.find(pin) != nullptr; };
  return {has("cev_valid_o"), has("gnt_o"), has("isolate_o"), has("irq_o"), has("fec_deg_i")};
}

SchedulerPins scheduler_pins(const systemc::CheckedDevice& device) {
  SchedulerPins pins;
  pins.handshake = device.find("gnt_ready_i") != nullptr && device.find("gnt_valid_o") != nullptr;
  const systemc::BoundPin* const epoch = device.find("gnt_epoch_o");
  pins.epoch_bits = epoch == nullptr ? 0 : std::min(epoch->port.width, kEpochPinBits);
  pins.offers_stay = device.kind == systemc::DeviceKind::crossbar;
  return pins;
}

/// How many slots a scheduler goes through, as far as can be seen; nothing without any.
std::optional<unsigned> observed_slots(systemc::SchedulerCore& core) {
  systemc::SchedulerInputs in;
  unsigned most = 0;
  std::optional<unsigned> first;
  core.reset();
  for (std::uint64_t cycle = 1; cycle <= kSlotSearch; ++cycle) {
    in.ptp_ts = cycle * kBenchPeriod;
    in.tick_1us = cycle % (kMicrosecond / kBenchPeriod) == 0;
    const systemc::SchedulerOutputs& out = core.cycle(in);
    if (!out.slot_start) {
      continue;
    }
    const unsigned slot = out.slot_idx;
    if (first && slot == *first) {
      return most + 1;
    }
    first = first.value_or(slot);
    most = std::max(most, slot);
  }
  return std::nullopt;
}

/// Without what is said of pins that are not the device's.
CosimReport only_light(CosimReport report) {
  const auto is_light = [](Rule rule) {
    return text_of(rule).group == text_of(Rule::light_served).group || rule == Rule::model_fault;
  };
  for (std::size_t i = 0; i < kRules; ++i) {
    if (!is_light(static_cast<Rule>(i))) {
      report.rules[i] = RuleCount();
      report.applies[i] = false;
    }
  }
  auto& findings = report.findings;
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](const Finding& found) { return !is_light(found.rule); }),
                 findings.end());
  return report;
}

class DeviceJudge {
 public:
  DeviceJudge(const DeviceQuestion& question, const systemc::LoadedDevice& device,
              const std::string& scratch)
      : question_(question),
        device_(device),
        devices_(device, scratch, question.judging.bus_bound),
        options_(question.judging) {
    options_.seeds_initial_state = true;
    options_.groups = groups_of(device.inspected.device);
    options_.scheduler = scheduler_pins(device.inspected.device);
    if (question.algorithm) {
      options_.scheduler_reference = [this](std::uint64_t /*initial_state*/) {
        return std::make_unique<systemc::CircuitSchedulerTwin>(
            question_.algorithm->algorithm, device_.ports(), question_.algorithm->iterations);
      };
    }
    if (device.inspected.device.find("slot_start_o") != nullptr && !options_.slots) {
      const auto probe = devices_.scheduler(0);
      if (const auto slots = observed_slots(*probe)) {
        options_.slots = SlotRules{*slots, 0, 0};
      }
    }
    if (question.lockstep) {
      const auto probe = devices_.controller(0);
      const unsigned actuators = read_max_actuators(*probe, options_.bus_bound)
                                     .value_or(systemc::built_max_actuators(device.ports()));
      options_.reference = [this, actuators](std::uint64_t /*initial_state*/) {
        return std::make_unique<systemc::SwitchCtrlTwin>(device_.ports(), actuators);
      };
    }
  }

  [[nodiscard]] CosimReport judge() {
    CosimReport report;
    devices_.apb_board().begin_case("", options_.seed);  // whichever runs
    if (options_.only_case == kLightCase) {
      report.device = options_.device;
      report.again = options_.again;
      report.seed = options_.seed;
      add_light(report);
      return report;
    }
    switch (device_.kind()) {
      case systemc::DeviceKind::controller:
        report = judge_controller(options_, controllers());
        break;
      case systemc::DeviceKind::registers:
        report = judge_registers(options_, controllers());
        break;
      case systemc::DeviceKind::arbiter:
      case systemc::DeviceKind::tdma:
      case systemc::DeviceKind::crossbar:
        report = judge_scheduler(options_, schedulers());
        break;
    }
    // A single case is asked for to look at it, not to be judged by another.
    if (question_.in_light && options_.only_case.empty() &&
        device_.kind() != systemc::DeviceKind::registers) {
      add_light(report);
    }
    if (devices_.apb()) {
      add_apb(report);
    }
    return report;
  }
  [[nodiscard]] const VerilatorCoverage& coverage() const { return devices_.coverage(); }

  /// The case of this finding once more, with a waveform.
  void show(const Finding& finding, const std::string& path) {
    WaveWindow window{path, 0, ~std::uint64_t{0}};
    // A case that resets the device counts anew at each reset: it is short, and shown whole.
    if (finding.case_name.rfind("reset/", 0) != 0) {
      window.from = finding.cycle > kCyclesBefore ? finding.cycle - kCyclesBefore : 0;
      window.to = finding.cycle + kCyclesAfter;
    }
    devices_.record(std::move(window));
    options_.only_case = finding.case_name;
    options_.seed = finding.seed;
    static_cast<void>(judge());
  }
  void show_all(const std::string& path) {
    devices_.record({path, 0, ~std::uint64_t{0}});
    static_cast<void>(judge());
  }

 private:
  [[nodiscard]] std::unique_ptr<systemc::ControllerCore> twin() const {
    return std::make_unique<systemc::SwitchCtrlTwin>(device_.ports());
  }
  [[nodiscard]] ControllerFactory controllers() {
    return [this](std::uint64_t state) { return devices_.controller(state); };
  }
  [[nodiscard]] SchedulerFactory schedulers() {
    return [this](std::uint64_t state) { return devices_.scheduler(state); };
  }

  /// APB is bridged: what the cases see is AXI4-Lite.
  void add_apb(CosimReport& report) {
    const Scoreboard& board = devices_.apb_board();
    for (std::size_t i = 0; i < kRules; ++i) {
      report.rules[i].exercised += board.counts()[i].exercised;
      report.rules[i].broken += board.counts()[i].broken;
    }
    for (const Rule rule : {Rule::apb_phases, Rule::apb_stable, Rule::apb_error, Rule::apb_bound}) {
      report.applies[static_cast<std::size_t>(rule)] = true;
    }
    report.findings.insert(report.findings.end(), board.findings().begin(), board.findings().end());
  }

  void add_light(CosimReport& report) {
    const platforms::ScenarioConfig scenario =
        question_.scenario ? *question_.scenario : light_scenario(device_.ports());
    if (device_.kind() == systemc::DeviceKind::controller) {
      report.add(judge_in_light(options_, scenario, controllers()));
      return;
    }
    const bool slots = device_.inspected.device.find("slot_start_o") != nullptr;
    CosimOptions options = options_;
    options.groups = DeviceGroups();  // those of the twin, which does all else
    options.bus_bound = kSchedulingCycles;
    report.add(only_light(judge_in_light(options, scenario, [this, slots](std::uint64_t state) {
      return std::make_unique<systemc::ScheduledController>(
          twin(), devices_.scheduler(state), slots,
          platforms::scheduling_patience(device_.ports(), slots));
    })));
  }

  const DeviceQuestion& question_;
  const systemc::LoadedDevice& device_;
  RecordedDevices devices_;
  CosimOptions options_;
};

}  // namespace

void check_question(const DeviceQuestion& question, const systemc::LoadedDevice& device) {
  const bool controller = device.kind() == systemc::DeviceKind::controller;
  if (question.lockstep && !controller) {
    throw base::InputError({"--lockstep", 0, 0},
                           "is for controllers; a scheduler says which --algorithm it claims");
  }
  if (question.algorithm && device.kind() != systemc::DeviceKind::arbiter) {
    throw base::InputError({"--algorithm", 0, 0},
                           "is for arbiters; this is a " + std::string(to_string(device.kind())));
  }
  if (device.kind() == systemc::DeviceKind::registers && !question.judging.registers) {
    throw base::InputError({"--registers", 0, 0},
                           "found nothing; expected the description of this register block's "
                           "registers (JSON)");
  }
  if (!question.scenario) {
    return;
  }
  const platforms::ScenarioConfig& scenario = *question.scenario;
  if (scenario.platform.electrical_machine()) {
    throw base::InputError({scenario.file, 0, 0},
                           "this is an electrical machine, which has no controller");
  }
  const auto ports = static_cast<unsigned>(scenario.fabric_switch.ports);
  if (device.kind() != systemc::DeviceKind::registers && ports != device.ports()) {
    throw base::InputError({scenario.file, 0, 0}, "its switch has " + std::to_string(ports) +
                                                      " ports; " + device.model.ports.top +
                                                      " is for " + std::to_string(device.ports()));
  }
}

DeviceJudgement judge_device(const DeviceQuestion& question, const systemc::LoadedDevice& device,
                             const systemc::RtlTools& tools) {
  check_question(question, device);
  DeviceJudgement judgement;
  judgement.warnings = device.inspected.warnings;
  judgement.model = device.model;
  const std::string scratch =
      question.device.build.coverage ? question.waves_path + ".coverage" : std::string();
  {
    DeviceJudge judge(question, device, scratch);
    judgement.report = judge.judge();
    judgement.code = judge.coverage();
  }
  const auto shown =
      std::find_if(judgement.report.findings.begin(), judgement.report.findings.end(),
                   [](const Finding& finding) { return finding.rule != Rule::initial_state; });
  const bool failed = shown != judgement.report.findings.end();
  if (question.waves == WavesWanted::none || (question.waves == WavesWanted::failure && !failed)) {
    return judgement;
  }
  systemc::DeviceRequest request = question.device;
  request.build.trace = true;
  request.build.coverage = false;
  const systemc::LoadedDevice traced = systemc::load_device(request, tools);
  DeviceJudge again(question, traced, "");
  if (question.waves == WavesWanted::whole) {
    again.show_all(question.waves_path);
  } else {
    again.show(*shown, question.waves_path);
  }
  judgement.wrote_waves = true;
  return judgement;
}

platforms::ScenarioConfig light_scenario(unsigned ports) {
  const bool power_of_two = (ports & (ports - 1)) == 0;
  std::string text = "platform:\n  accelerators: ";
  text += std::to_string(ports);
  // Couplers of 49 %, so that every circuit is well received.
  text += "\n  fibre: {length_m: 2}\nswitch: {fabric: ";
  text += power_of_two ? "benes" : "switch_and_select";
  text += ", ports: ";
  text += std::to_string(ports);
  text +=
      ", coupler_in: 0.49, coupler_out: 0.49}\n"
      // Nothing here takes long: a controller that stands still is found out soon.
      "watchdog_ms: 4\n"
      "controller: {kind: behavioural}\n"  // in whose place the device comes
      "workload: {generator: double_tree, bytes: 256KiB}\n";
  return platforms::read_scenario(
      "in_the_light.yaml", {},
      platforms::MemoryFiles(std::map<std::string, std::string>{{"in_the_light.yaml", text}}));
}

}  // namespace heliograph::testbenches
