// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/scenario_reader.hpp"

#include <filesystem>
#include <iterator>

#include "photonics/fabric/benes_layout.hpp"
#include "platforms/description/description_tree.hpp"
#include "platforms/description/section_binder.hpp"

namespace heliograph::platforms {

namespace {

/// Checks that no single parameter can make: what must hold between several.
class CrossChecks {
 public:
  CrossChecks(ScenarioConfig& scenario, const SectionBinder& binder,
              base::Diagnostics& diagnostics)
      : scenario_(scenario), binder_(binder), diagnostics_(diagnostics) {}

  void run() {
    check_switch();
    check_platform();
    check_workload();
  }

 private:
  void error(const std::string& path, std::string message) {
    diagnostics_.error(binder_.where(path), "'" + path + "': " + std::move(message));
  }

  void check_switch() {
    const SwitchConfig& config = scenario_.fabric_switch;
    const std::string ports = std::to_string(config.ports);
    if (!photonics::BenesLayout::allows(static_cast<std::size_t>(config.ports))) {
      error("switch.ports", "found " + ports + "; a Benes fabric has a power of two of them");
    }
    if (!(config.benes.stage_pitch > config.benes.cell_length)) {
      error("switch.stage_pitch_um", "columns must be further apart than a cell is long");
    }
    if (const auto problem = photonics::find_problem(config.driver)) {
      error("switch.dac_max_V", *problem);
    }
  }

  void check_platform() {
    const PlatformConfig& config = scenario_.platform;
    if (config.accelerators > scenario_.fabric_switch.ports) {
      error("platform.accelerators", "found " + std::to_string(config.accelerators) +
                                         "; the switch has only " +
                                         std::to_string(scenario_.fabric_switch.ports) + " ports");
    }
    const bool custom =
        config.transceiver.protocol.relock_preset == systemc::RelockPreset::custom;
    if (binder_.given("platform.transceiver.relock_ns") && !custom) {
      error("platform.transceiver.relock_ns", "has no effect without relock_preset: custom");
    }
  }

  void check_workload() {
    WorkloadConfig& config = scenario_.workload;
    const bool has_file = binder_.given("workload.file");
    const bool has_generator = config.generator != WorkloadGenerator::none;
    if (has_file == has_generator) {
      diagnostics_.error(binder_.where("workload"),
                         has_file ? "'workload': has both `file` and `generator`; expected one"
                                  : "'workload': expected `file` or `generator`");
    }
    if (has_file) {
      check_workload_file();
    }
    if (config.ranks == 0) {
      config.ranks = scenario_.platform.accelerators;
    }
    if (config.ranks == 1 || config.ranks > scenario_.platform.accelerators) {
      error("workload.ranks", "found " + std::to_string(config.ranks) +
                                  "; expected from 2 to the number of accelerators, " +
                                  std::to_string(scenario_.platform.accelerators));
    }
    constexpr std::int64_t kMostData = std::int64_t{4} << 30U;
    if (config.verify_data && config.bytes.count() > kMostData / config.ranks) {
      error("workload.bytes", "buffers of more than 4 GiB in all are not kept in memory; give less "
                              "or set workload.verify_data to false");
    }
  }

  void check_workload_file() {
    const YamlValue* node = binder_.node("workload.file");
    if (node->kind != YamlValue::Kind::scalar) {
      return;  // reported by the binder
    }
    std::string& file = scenario_.workload.file;
    file = resolve_path(*node);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
      error("workload.file", "no such file: '" + file + "'");
    }
  }

  ScenarioConfig& scenario_;
  const SectionBinder& binder_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

ScenarioConfig read_scenario(const std::string& path, const std::vector<std::string>& overrides) {
  base::Diagnostics diagnostics;
  const YamlValue tree = read_description(path, overrides, diagnostics);
  ScenarioConfig scenario;
  scenario.file = path;
  SectionBinder binder;
  visit_parameters(scenario, [&](const std::string& section, auto& config, auto table) {
    binder.bind(section, config, std::move(table));
  });
  binder.bind_names("faults.expected", {std::begin(kFaultNames), std::end(kFaultNames)},
                    scenario.expected_faults);
  if (tree.kind == YamlValue::Kind::mapping) {
    binder.read(tree, diagnostics);
    CrossChecks(scenario, binder, diagnostics).run();
  }
  base::throw_if_errors(diagnostics);
  return scenario;
}

}  // namespace heliograph::platforms
