// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/cross_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "base/number_text.hpp"
#include "platforms/description/electrical_checks.hpp"
#include "platforms/description/link_checks.hpp"
#include "platforms/description/parameter_check.hpp"
#include "platforms/description/skew_trace.hpp"
#include "platforms/description/switch_checks.hpp"
#include "systemc/link/lane_fault.hpp"

namespace heliograph::platforms {

namespace {

/// Sizes for which controllers are built (cmake/Verilated.cmake); every topology has them.
constexpr std::array<int, 4> kControllerPorts{4, 8, 16, 32};
constexpr int kMostControllerPorts = 32;
/// The least noise bandwidth over symbol rate of a filter free of intersymbol interference (raised
/// cosine of roll-off 1): below it the receiver's Q would be that of another link.
constexpr double kLeastBandwidthPerBaud = 0.375;
constexpr std::size_t kMostTraceBytes = std::size_t{1} << 20U;

void check_ports(const ScenarioConfig& scenario, ParameterCheck& check) {
  const int ports = scenario.fabric_switch.ports;
  const FabricKind& fabric = scenario.fabric_switch.fabric;
  const bool mesh =
      check.known({"switch.fabric"}) && std::holds_alternative<photonics::MeshOutline>(fabric);
  const bool interposer =
      check.known({"switch.fabric"}) && std::holds_alternative<InterposerKind>(fabric);
  const char* const ports_key = mesh         ? "switch.mesh.tx_ports"
                                : interposer ? "switch.interposer.ports_per_tile"
                                             : "switch.ports";
  if (mesh && !check.known({"switch.mesh.tx_ports", "switch.mesh.rx_ports"})) {
    return;
  }
  if (mesh && scenario.fabric_switch.mesh.tx_ports.empty()) {
    check.error({"switch.fabric"},
                "found '" + to_string(fabric) +
                    "'; expected mesh.tx_ports and mesh.rx_ports too: the ports of the mesh at "
                    "which each accelerator's transmitter and receiver are");
    return;
  }
  // The RTL is built for some sizes; the twin, and a foreign controller, are made for any.
  const bool built = scenario.controller.kind == ControllerKind::rtl;
  const bool fits = built ? std::find(kControllerPorts.begin(), kControllerPorts.end(), ports) !=
                                kControllerPorts.end()
                          : ports >= 2 && ports <= kMostControllerPorts;
  if (!fits) {
    const std::string text = "found " + std::to_string(ports) +
                             (mesh || interposer ? " ports" : "") +
                             (built ? "; expected 4, 8, 16 or 32: controllers are built for these"
                                    : "; expected 2 to 32, as controllers have");
    if (interposer) {
      check.error({ports_key, "switch.interposer.columns", "switch.interposer.rows",
                   "switch.interposer.servers"},
                  text);
    } else {
      check.error({ports_key}, text);
    }
    return;  // its other mistakes may go with this one
  }
  const PlatformConfig& platform = scenario.platform;
  if (interposer && check.known({ports_key, "platform.ports"}) &&
      platform.ports != scenario.fabric_switch.interposer.ports_per_tile) {
    check.error({"platform.ports", ports_key},
                "found " + std::to_string(platform.ports) + " for an accelerator and " +
                    std::to_string(scenario.fabric_switch.interposer.ports_per_tile) +
                    " for its tile (switch.interposer.ports_per_tile); expected the same");
    return;
  }
  if (!check.known({ports_key, "platform.accelerators", "platform.ports"}) ||
      platform.transceivers() <= ports) {
    return;
  }
  if (platform.ports == 1) {
    check.error({"platform.accelerators", ports_key},
                "found " + std::to_string(platform.accelerators) + " accelerators and " +
                    std::to_string(ports) + " switch ports; expected a port for each accelerator");
    return;
  }
  check.error({"platform.ports", ports_key, "platform.accelerators"},
              "found " + std::to_string(platform.accelerators) + " accelerators of " +
                  std::to_string(platform.ports) + " ports, " +
                  std::to_string(platform.transceivers()) + " in all, and " +
                  std::to_string(ports) + " switch ports; expected a switch port for each");
}

void check_controller(ControllerConfig& controller, const FileSource& files,
                      ParameterCheck& check) {
  if (!check.known({"controller.kind"})) {
    return;
  }
  if (controller.kind != ControllerKind::foreign) {
    for (const char* path : {"controller.rtl", "controller.top", "controller.mapping"}) {
      check.no_effect(path, "without kind: foreign");
    }
    return;
  }
  if (check.given("controller.rtl")) {
    check.file("controller.rtl", "a file list or a SystemVerilog file", controller.rtl, files);
  } else {
    check.error({"controller.kind"}, "found 'foreign'; expected its sources too, as `rtl`");
  }
  if (check.given("controller.mapping")) {
    check.file("controller.mapping", "a mapping of ports (YAML)", controller.mapping, files);
  }
}

void check_nic_ports(const PlatformConfig& platform, ParameterCheck& check) {
  if (check.known({"platform.ports"}) && platform.ports == 1) {
    check.no_effect("platform.nic.striping", "without platform.ports of 2 or more");
  }
}

void check_rates(const TransceiverConfig& config, ParameterCheck& check) {
  if (!check.known({"platform.transceiver.line_rate_Gbps", "platform.transceiver.wavelengths",
                    "platform.transceiver.bandwidth_GHz", "platform.transceiver.modulation"})) {
    return;
  }
  const double bits = photonics::bits_per_symbol(config.transmitter.modulation);
  const double baud = static_cast<double>(config.protocol.line_rate.bits_per_second()) /
                      static_cast<double>(config.protocol.wavelengths) / bits;
  const double most = config.receiver.bandwidth.value() / kLeastBandwidthPerBaud;
  if (baud > most) {
    check.error({"platform.transceiver.line_rate_Gbps", "platform.transceiver.wavelengths",
                 "platform.transceiver.bandwidth_GHz"},
                base::rounded_number_text(bits * baud / 1e9) +
                    " Gb/s on each wavelength; expected at most " +
                    base::rounded_number_text(std::round(bits * most / 1e6) / 1e3) +
                    " with a receiver of " +
                    base::rounded_number_text(config.receiver.bandwidth.value() / 1e9) +
                    " GHz (bandwidth_GHz)");
  }
}

void check_relock(const systemc::TransceiverParameters& protocol, ParameterCheck& check) {
  if (!check.known({"platform.transceiver.relock_preset", "platform.transceiver.relock_ns"})) {
    return;
  }
  if (protocol.relock_preset != systemc::RelockPreset::custom) {
    check.no_effect("platform.transceiver.relock_ns", "without relock_preset: custom");
  } else if (!check.given("platform.transceiver.relock_ns")) {
    check.error({"platform.transceiver.relock_preset"}, "found 'custom'; expected relock_ns too");
  }
}

void check_lanes(const PlatformConfig& platform, ParameterCheck& check) {
  const systemc::TransceiverParameters& protocol = platform.transceiver.protocol;
  const char* const path = "platform.transceiver.lane_faults";
  const auto faults = systemc::parse_lane_faults(protocol.lane_faults);
  if (!faults) {
    check.error({path}, "found '" + protocol.lane_faults +
                            "'; expected TRANSCEIVER:LANE or TRANSCEIVER:LANE@MICROSECONDS, with "
                            "commas between, as '3:1, 0:2@40.5'");
    return;
  }
  if (!check.known(
          {path, "platform.accelerators", "platform.ports", "platform.transceiver.wavelengths"})) {
    return;
  }
  for (const systemc::LaneFault& fault : *faults) {
    if (base::index(fault.transceiver) >= static_cast<std::size_t>(platform.transceivers())) {
      check.error({path, "platform.accelerators"},
                  "found transceiver " + std::to_string(base::index(fault.transceiver)) +
                      "; expected 0 to " + std::to_string(platform.transceivers() - 1));
    } else if (fault.lane >= static_cast<std::size_t>(protocol.wavelengths)) {
      check.error({path, "platform.transceiver.wavelengths"},
                  "found lane " + std::to_string(fault.lane) + "; expected 0 to " +
                      std::to_string(protocol.wavelengths - 1));
    }
  }
}

void check_states(const systemc::TransceiverParameters& protocol, ParameterCheck& check) {
  if (check.known({"platform.transceiver.keep_alive"}) && protocol.keep_alive) {
    check.no_effect("platform.transceiver.idle_off_us", "with keep_alive");
  }
  if (check.known({"platform.transceiver.hold_us"}) && protocol.hold_time.count() == 0) {
    check.no_effect("platform.transceiver.comeback_ns", "without hold_us");
  }
  if (check.known({"platform.transceiver.modulator"}) &&
      protocol.modulator == systemc::ModulatorKind::mz) {
    for (const char* key :
         {"platform.transceiver.ring_scan_us", "platform.transceiver.ring_spectral_range_GHz",
          "platform.transceiver.ring_tuning_GHz_per_mW", "platform.transceiver.ring_chip_sigma_GHz",
          "platform.transceiver.ring_sigma_GHz"}) {
      check.no_effect(key, "without modulator: ring");
    }
  }
}

void check_source(ScenarioConfig& scenario, const FileSource& files, ParameterCheck& check) {
  const bool has_file = check.given("workload.file");
  const bool has_generator = scenario.workload.generator != WorkloadGenerator::none;
  if (has_file && has_generator) {
    check.error({"workload.generator"}, "has both a file and a generator; expected one of them");
  } else if (!has_file && !has_generator && check.known({"workload", "workload.generator"})) {
    check.error({"workload"}, "expected a `file` or a `generator`");
  }
  if (has_file) {
    check.file("workload.file", "a workload file", scenario.workload.file, files);
    if (!has_generator) {
      check.no_effect("workload.op", "with a file, which says its own");
      check.no_effect("workload.ranks", "with a file, which has its own");
    }
  }
}

void check_memory(const PlatformConfig& platform, ParameterCheck& check) {
  const char* const path = "platform.accelerator.memory_GBps";
  const std::int64_t memory = platform.accelerator.memory_bandwidth.bits_per_second();
  const std::int64_t ports = 2 * platform.node_rate().bits_per_second();
  if (memory > 0 && memory <= ports && check.known({path})) {
    check.error({path}, "found " + base::rounded_number_text(static_cast<double>(memory) / 8e9) +
                            "; expected more than " +
                            base::rounded_number_text(static_cast<double>(ports) / 8e9) +
                            ", what the NIC's line moves at full rate both ways");
  }
}

void check_skew(PlatformConfig& platform, const FileSource& files, ParameterCheck& check,
                base::Diagnostics& diagnostics) {
  using systemc::Skew;
  if (!check.known({"platform.accelerator.skew", "platform.accelerators"})) {
    return;
  }
  systemc::SkewParameters& skew = platform.skew;
  if (skew.kind == Skew::none || skew.kind == Skew::trace) {
    check.no_effect("platform.accelerator.skew_us", "without skew: fixed, normal or gev");
  }
  if (skew.kind != Skew::gev) {
    check.no_effect("platform.accelerator.skew_shape", "without skew: gev");
  }
  const char* const file = "platform.accelerator.skew_file";
  if (skew.kind != Skew::trace) {
    check.no_effect(file, "without skew: trace");
    return;
  }
  if (!check.given(file)) {
    check.error({"platform.accelerator.skew"}, "found 'trace'; expected skew_file too");
    return;
  }
  const std::size_t before = diagnostics.entries().size();
  check.file(file, "a text file with a line `rank,delay_us` for each accelerator", skew.file,
             files);
  if (diagnostics.entries().size() == before && check.known({file})) {
    skew.traced = parse_skew_trace(files.read(skew.file, kMostTraceBytes).value_or(""), skew.file,
                                   static_cast<std::size_t>(platform.accelerators), diagnostics);
  }
}

}  // namespace

void check_platform(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics) {
  scenario.controller.rtl_place = binder.where("controller.rtl");
  ParameterCheck check(binder, diagnostics);
  check_memory(scenario.platform, check);
  check_skew(scenario.platform, files, check, diagnostics);
  if (scenario.platform.electrical_machine()) {
    check_electrical_machine(scenario, check);
    return;
  }
  check_no_electrical(scenario, check);
  check_link_layer(scenario.platform, check);
  check_make(scenario.fabric_switch, files, check);
  check_ports(scenario, check);
  check_controller(scenario.controller, files, check);
  check_nic_ports(scenario.platform, check);
  check_rates(scenario.platform.transceiver, check);
  check_relock(scenario.platform.transceiver.protocol, check);
  check_states(scenario.platform.transceiver.protocol, check);
  check_lanes(scenario.platform, check);
}

void check_workload(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics) {
  ParameterCheck check(binder, diagnostics);
  check_source(scenario, files, check);
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
  const std::int64_t most = WorkloadConfig::kMostData / std::max(config.ranks, 1);
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
