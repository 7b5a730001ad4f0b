// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/cross_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "base/number_text.hpp"
#include "platforms/description/file_loader.hpp"

namespace heliograph::platforms {

namespace {

/// Buffers of verify_data beyond this are not kept in memory.
/// Sizes for which controllers are built (cmake/Verilated.cmake); every topology has them.
constexpr std::array<int, 4> kControllerPorts{4, 8, 16, 32};
constexpr std::int64_t kMostData = std::int64_t{4} << 30U;
/// A heater that turns the phase further is a slip in a unit, and searching its codes would take
/// long.
constexpr double kMostTurns = 64.0;
/// The least noise bandwidth over symbol rate of a filter free of intersymbol interference (raised
/// cosine of roll-off 1): below it the receiver's Q would be that of another link.
constexpr double kLeastBandwidthPerBaud = 0.375;

using Paths = std::initializer_list<const char*>;

class Check {
 public:
  Check(const SectionBinder& binder, base::Diagnostics& diagnostics)
      : binder_(binder), diagnostics_(diagnostics) {}

  /// None of these was refused.
  [[nodiscard]] bool known(Paths paths) const {
    return std::none_of(paths.begin(), paths.end(),
                        [&](const char* path) { return binder_.failed(path); });
  }
  [[nodiscard]] bool given(const char* path) const { return binder_.given(path); }
  /// A mistake at the first of these that was given, named after it (after the first if none was).
  void error(Paths paths, const std::string& message) {
    const auto* const found =
        std::find_if(paths.begin(), paths.end(), [&](const char* path) { return given(path); });
    const std::string path = found == paths.end() ? *paths.begin() : *found;
    diagnostics_.error(binder_.where(path), "'" + path + "': " + message);
  }
  void no_effect(const char* path, const std::string& without) {
    if (given(path)) {
      error({path}, "has no effect " + without);
    }
  }

 private:
  const SectionBinder& binder_;
  base::Diagnostics& diagnostics_;
};

void check_ports(const ScenarioConfig& scenario, Check& check) {
  const int ports = scenario.fabric_switch.ports;
  if (std::find(kControllerPorts.begin(), kControllerPorts.end(), ports) ==
      kControllerPorts.end()) {
    check.error({"switch.ports"}, "found " + std::to_string(ports) +
                                      "; expected 4, 8, 16 or 32: controllers are built for these");
    return;  // its other mistakes may go with this one
  }
  const int accelerators = scenario.platform.accelerators;
  if (check.known({"switch.ports", "platform.accelerators"}) && accelerators > ports) {
    check.error({"platform.accelerators", "switch.ports"},
                "found " + std::to_string(accelerators) + " accelerators and " +
                    std::to_string(ports) + " switch ports; expected a port for each accelerator");
  }
}

void check_geometry(const photonics::FabricParameters& make, Check& check) {
  if (check.known({"switch.stage_pitch_um", "switch.cell_length_um"}) &&
      !(make.stage_pitch > make.cell_length)) {
    check.error({"switch.stage_pitch_um", "switch.cell_length_um"},
                "columns must be further apart (stage_pitch_um) than a cell is long "
                "(cell_length_um)");
  }
}

void check_heaters(const SwitchConfig& config, Check& check) {
  const photonics::HeaterDriverParameters& driver = config.driver;
  if (!check.known({"switch.dac_max_V", "switch.dac_min_V", "switch.heater_resistance_ohm",
                    "switch.power_pi_mW", "switch.phase_bias_rad", "switch.dac_bits"})) {
    return;
  }
  const double volt = driver.dac_max.value();
  const double turns =
      volt * volt / driver.heater_resistance.value() / driver.power_pi.value() / 2.0;
  std::optional<std::string> problem;
  if (turns > kMostTurns) {
    problem = "the heater would turn the phase " + base::number_text(std::round(turns)) +
              " times over; expected at most " + base::number_text(kMostTurns);
  } else {
    problem = photonics::find_problem(driver);
  }
  if (problem) {
    check.error({"switch.dac_max_V", "switch.power_pi_mW", "switch.heater_resistance_ohm",
                 "switch.dac_min_V", "switch.phase_bias_rad", "switch.dac_bits"},
                *problem);
  }
  const photonics::ThermalPlantParameters& thermal = config.thermal;
  if (check.known({"switch.crosstalk_second", "switch.crosstalk_nearest"}) &&
      thermal.crosstalk_second > thermal.crosstalk_nearest) {
    check.error({"switch.crosstalk_second", "switch.crosstalk_nearest"},
                "heat reaches the next neighbour more than the next but one; expected "
                "crosstalk_second of at most crosstalk_nearest");
  }
}

void check_rates(const TransceiverConfig& config, Check& check) {
  if (!check.known({"platform.transceiver.line_rate_Gbps", "platform.transceiver.wavelengths",
                    "platform.transceiver.bandwidth_GHz"})) {
    return;
  }
  const double baud = static_cast<double>(config.protocol.line_rate.bits_per_second()) /
                      static_cast<double>(config.protocol.wavelengths);
  const double most = config.receiver.bandwidth.value() / kLeastBandwidthPerBaud;
  if (baud > most) {
    check.error(
        {"platform.transceiver.line_rate_Gbps", "platform.transceiver.wavelengths",
         "platform.transceiver.bandwidth_GHz"},
        base::rounded_number_text(baud / 1e9) + " Gb/s on each wavelength; expected at most " +
            base::rounded_number_text(std::round(most / 1e6) / 1e3) + " with a receiver of " +
            base::rounded_number_text(config.receiver.bandwidth.value() / 1e9) +
            " GHz (bandwidth_GHz)");
  }
}

void check_relock(const systemc::TransceiverParameters& protocol, Check& check) {
  if (!check.known({"platform.transceiver.relock_preset", "platform.transceiver.relock_ns"})) {
    return;
  }
  if (protocol.relock_preset != systemc::RelockPreset::custom) {
    check.no_effect("platform.transceiver.relock_ns", "without relock_preset: custom");
  } else if (!check.given("platform.transceiver.relock_ns")) {
    check.error({"platform.transceiver.relock_preset"}, "found 'custom'; expected relock_ns too");
  }
}

/// The file that `path` names, which must be there; `what` says what it should be.
void check_file(const char* path, const std::string& what, std::string& file,
                const SectionBinder& binder, const FileSource& files, Check& check) {
  if (!check.known({path})) {
    return;
  }
  const YamlValue* node = binder.node(path);
  if (node->scalar.empty()) {
    check.error({path}, "found ''; expected the name of " + what);
    return;
  }
  file = resolve_path(*node);
  if (const std::optional<std::string> problem = files.find_problem(file)) {
    check.error({path}, base::quoted(file) + ": " + *problem + "; expected " + what +
                            ", named relative to the file that names it");
  }
}

/// What only fabrics of our own layouts use: a netlist's models have their own.
void check_make_keys(const std::vector<base::ParameterInfo>& infos, Check& check) {
  for (const base::ParameterInfo& info : infos) {
    if (info.name != "phase_error_sigma_rad") {
      const std::string path = "switch." + info.name;
      check.no_effect(path.c_str(), "with fabric: netlist, whose file says its own");
    }
  }
}

void check_fabric(SwitchConfig& config, const SectionBinder& binder, const FileSource& files,
                  Check& check) {
  if (!check.known({"switch.fabric"})) {
    return;
  }
  if (config.fabric) {
    for (const char* path : {"switch.netlist", "switch.netlist_models", "switch.netlist_cells",
                             "switch.netlist_wavelength_nm"}) {
      check.no_effect(path, "without fabric: netlist");
    }
    return;
  }
  check_make_keys(photonics::FabricParameters::table().infos(), check);
  check_make_keys(photonics::MziParameters::table().infos(), check);
  if (check.given("switch.netlist")) {
    check_file("switch.netlist", "a netlist (YAML or JSON)", config.netlist, binder, files, check);
  } else {
    check.error({"switch.fabric"}, "found 'netlist'; expected the file too, as `netlist`");
  }
  if (check.given("switch.netlist_models")) {
    check_file("switch.netlist_models", "a file that maps models (YAML or JSON)",
               config.netlist_models, binder, files, check);
  }
  if (check.given("switch.netlist_cells")) {
    check_file("switch.netlist_cells", "a description of ports and cells (YAML or JSON)",
               config.netlist_cells, binder, files, check);
  }
}

void check_source(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                  Check& check) {
  const bool has_file = check.given("workload.file");
  const bool has_generator = scenario.workload.generator != WorkloadGenerator::none;
  if (has_file && has_generator) {
    check.error({"workload.generator"}, "has both a file and a generator; expected one of them");
  } else if (!has_file && !has_generator && check.known({"workload", "workload.generator"})) {
    check.error({"workload"}, "expected a `file` or a `generator`");
  }
  if (has_file) {
    check_file("workload.file", "a file in MSCCL XML", scenario.workload.file, binder, files,
               check);
    if (!has_generator) {
      check.no_effect("workload.op", "with a file, which says its own");
      check.no_effect("workload.ranks", "with a file, which has its own");
    }
  }
}

/// What a switch is made of.
void check_make(SwitchConfig& config, const SectionBinder& binder, const FileSource& files,
                Check& check) {
  check_fabric(config, binder, files, check);
  check_geometry(config.make, check);
  check_heaters(config, check);
}

}  // namespace

void check_platform(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics) {
  Check check(binder, diagnostics);
  check_ports(scenario, check);
  check_make(scenario.fabric_switch, binder, files, check);
  check_rates(scenario.platform.transceiver, check);
  check_relock(scenario.platform.transceiver.protocol, check);
}

void check_switch(SwitchConfig& config, const SectionBinder& binder, const FileSource& files,
                  base::Diagnostics& diagnostics) {
  Check check(binder, diagnostics);
  if (config.fabric && check.known({"switch.fabric", "switch.ports"}) &&
      !photonics::allows(*config.fabric, static_cast<std::size_t>(config.ports))) {
    check.error({"switch.ports", "switch.fabric"},
                "found " + std::to_string(config.ports) + "; expected " +
                    photonics::allowed_ports(*config.fabric) + " for a " +
                    std::string(to_string(*config.fabric)) + " fabric");
  }
  check_make(config, binder, files, check);
}

void check_workload(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics) {
  Check check(binder, diagnostics);
  check_source(scenario, binder, files, check);
  WorkloadConfig& config = scenario.workload;
  const int accelerators = scenario.platform.accelerators;
  if (config.ranks == 0) {
    config.ranks = accelerators;
  }
  if (check.known({"workload.ranks", "platform.accelerators"}) &&
      config.generator != WorkloadGenerator::none &&
      (config.ranks == 1 || config.ranks > accelerators)) {
    check.error({"workload.ranks", "platform.accelerators"},
                "found " + std::to_string(config.ranks) +
                    " ranks; expected 2 to the number of accelerators, " +
                    std::to_string(accelerators));
  }
  const std::int64_t most = kMostData / std::max(config.ranks, 1);
  if (check.known({"workload.bytes", "workload.verify_data"}) && config.verify_data &&
      config.bytes.count() > most) {
    check.error({"workload.bytes"}, "found " + base::size_text(config.bytes.count()) +
                                        "; expected at most " + base::size_text(most) +
                                        " on each of " + std::to_string(config.ranks) +
                                        " ranks, or verify_data: false (buffers of more than 4 "
                                        "GiB in all are not kept in memory)");
  }
}

}  // namespace heliograph::platforms
