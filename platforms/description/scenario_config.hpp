// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/parameters.hpp"
#include "base/random.hpp"
#include "platforms/description/platform_config.hpp"
#include "platforms/description/switch_config.hpp"

namespace heliograph::platforms {

/// The algorithms that testbenches/collectives makes, by the same names.
enum class WorkloadGenerator {
  none,
  ring,
  bidirectional_ring,
  recursive_doubling,
  halving_doubling,
  bruck,
  tree,
  double_tree,
  direct,
  round_robin,
  bucket,
  hierarchical,
  lumorph2,
  lumorph4,
  stragglar,
};
enum class Operation { all_reduce, reduce_scatter, all_gather, broadcast, reduce, all_to_all };
[[nodiscard]] std::string to_string(WorkloadGenerator generator);  ///< the word of the scenario
[[nodiscard]] std::string to_string(Operation operation);          ///< the word of the scenario

/// What is computed: an algorithm from a file, or one made by a generator.
struct WorkloadConfig {
  /// Bytes of the buffers of all ranks together beyond which verify_data keeps none in memory.
  static constexpr std::int64_t kMostData = std::int64_t{4} << 30U;

  std::string file;  ///< absolute or relative to the working directory, once read
  WorkloadGenerator generator = WorkloadGenerator::none;
  Operation operation = Operation::all_reduce;
  base::Bytes bytes{1 << 20};
  int ranks = 0;
  bool verify_data = true;

  [[nodiscard]] static base::ParameterTable<WorkloadConfig> table();
};

/// By what rule circuits are planned (testbenches/planning).
enum class PlanningPolicy { in_order, never, always, greedy, dp, partial };
/// When the next circuits may be asked for, at the earliest.
enum class PlanningTrigger { provisioned, first_arrival, last_arrival };

struct PlanningConfig {
  PlanningPolicy policy = PlanningPolicy::in_order;
  PlanningTrigger trigger = PlanningTrigger::provisioned;
  std::string start = "ring_one_way";

  [[nodiscard]] static base::ParameterTable<PlanningConfig> table();
};
[[nodiscard]] std::string to_string(PlanningPolicy policy);

enum class Fidelity { frames, trains };

struct ObserveConfig {
  bool timeline = true;
  bool report = true;
  bool waves = true;

  [[nodiscard]] static base::ParameterTable<ObserveConfig> table();
};

/// A checked description of one run; nothing changes it afterwards.
struct ScenarioConfig {
  std::string file;
  /// Where the keys of `workload` and `platform` that a schedule must fit were given.
  base::SourceLocation workload_place;
  base::SourceLocation bytes_place;
  base::SourceLocation accelerators_place;
  PlatformConfig platform;
  SwitchConfig fabric_switch;
  ControllerConfig controller;
  WorkloadConfig workload;
  PlanningConfig planning;
  base::SourceLocation planning_place;
  base::SourceLocation start_place;  ///< of planning.start
  Fidelity fidelity = Fidelity::frames;
  std::uint64_t seed = base::kDefaultSeed;
  base::Picoseconds watchdog{100'000'000'000};
  std::vector<std::string> expected_faults;  ///< names of RunFault
  ObserveConfig observe;

  [[nodiscard]] static base::ParameterTable<ScenarioConfig> table();
};

/// The faults that a run can show and that a scenario can declare under `faults.expected`.
inline constexpr const char* kFaultNames[] = {
    "lost_frames", "undelivered_bytes", "controller_error", "wrong_data", "unroutable_circuits"};

/// A list of names in a scenario.
struct NameListInfo {
  std::string path;
  std::vector<std::string> allowed;
  std::string meaning;
};

/// Calls `visit(info, names)` for each list of names, as visit_parameters does for parameters.
template <class Scenario, class Visit>
void visit_name_lists(Scenario& scenario, Visit&& visit) {
  visit(NameListInfo{"faults.expected",
                     {std::begin(kFaultNames), std::end(kFaultNames)},
                     "faults that the simulated design may show without making the run fail"},
        scenario.expected_faults);
}

/// Calls `visit(path, config, table)` for each group of parameters of a scenario. Groups of one
/// path share one mapping of the YAML file. The reader, `--list-params`, the manifest and the
/// schema all go through here, so that none of them can forget one.
template <class Scenario, class Visit>
void visit_parameters(Scenario& scenario, Visit&& visit) {
  visit("", scenario, ScenarioConfig::table());
  visit("platform", scenario.platform, PlatformConfig::table());
  visit("platform.accelerator", scenario.platform.accelerator,
        systemc::AcceleratorParameters::table());
  visit("platform.accelerator", scenario.platform.skew, systemc::SkewParameters::table());
  visit("platform.nic", scenario.platform.nic, systemc::NicParameters::table());
  visit("platform.link_layer", scenario.platform.link_layer, systemc::LinkLayerParameters::table());
  visit("platform.sideband", scenario.platform.sideband, systemc::SidebandParameters::table());
  auto& transceiver = scenario.platform.transceiver;
  visit("platform.transceiver", transceiver.protocol, systemc::TransceiverParameters::table());
  visit("platform.transceiver", transceiver.transmitter, photonics::TransmitterParameters::table());
  visit("platform.transceiver", transceiver.receiver, photonics::ReceiverParameters::table());
  visit("platform.transceiver", transceiver.fec, photonics::FecParameters::table());
  visit("platform.transceiver", transceiver.rings, photonics::RingTuningParameters::table());
  visit("platform.fibre", scenario.platform.fibre, FibreConfig::table());
  visit("platform.amplifier", scenario.platform.amplifier.position,
        photonics::AmplifierParameters::table());
  visit("platform.amplifier", scenario.platform.amplifier.soa, photonics::SoaParameters::table());
  visit("platform.reflections", scenario.platform.reflections,
        photonics::ReflectionParameters::table());
  visit("platform.power", scenario.platform.power, photonics::PowerParameters::table());
  visit("platform.electrical", scenario.platform.electrical,
        systemc::ElectricalParameters::table());
  auto& fabric_switch = scenario.fabric_switch;
  visit("switch", fabric_switch, SwitchConfig::table());
  visit("switch", fabric_switch.make, photonics::FabricParameters::table());
  visit("switch", fabric_switch.make.cell, photonics::MziParameters::table());
  visit("switch", fabric_switch.carrier, photonics::CarrierMziParameters::table());
  visit("switch", fabric_switch.coupler, photonics::MovingCouplerParameters::table());
  visit("switch", fabric_switch.driver, photonics::HeaterDriverParameters::table());
  visit("switch", fabric_switch.thermal, photonics::ThermalPlantParameters::table());
  visit("switch", fabric_switch.plant, systemc::OpticalSwitchParameters::table());
  visit("switch.ambient", fabric_switch.ambient, photonics::AmbientParameters::table());
  visit("switch.variation", fabric_switch.variation, photonics::CellVariation::table());
  visit("switch.monitor", fabric_switch.monitor, photonics::MonitorParameters::table());
  visit("switch.interposer", fabric_switch.interposer, photonics::InterposerParameters::table());
  visit("switch.mesh", fabric_switch.mesh, MeshConfig::table());
  visit("switch.mesh", fabric_switch.mesh.make, photonics::MeshParameters::table());
  visit("switch.mesh", fabric_switch.mesh.make.cell, photonics::MziParameters::table());
  visit("controller", scenario.controller, ControllerConfig::table());
  visit("workload", scenario.workload, WorkloadConfig::table());
  visit("planning", scenario.planning, PlanningConfig::table());
  visit("observe", scenario.observe, ObserveConfig::table());
}

}  // namespace heliograph::platforms
