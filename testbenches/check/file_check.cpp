// SPDX-License-Identifier: Apache-2.0
#include "testbenches/check/file_check.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "photonics/formats/fabric_file.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "photonics/formats/yaml_node.hpp"
#include "platforms/build/electrical_interconnect.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "platforms/description/yaml_parser.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/workloads/job_reader.hpp"
#include "testbenches/workloads/workload_file.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kKnownKinds =
    "expected a scenario or platform (.yaml), an algorithm in MSCCL XML (.xml), jobs (.yaml), "
    "flows "
    "(.flows, .csv) or traces (.et), a netlist (.yaml, .json), its cells or map of models "
    "(.yaml) or S-parameters (.sNp, .sparam)";

/// Enough to see what a file begins with behind comments.
constexpr std::size_t kFirstBytes = 4096;

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string describe(const Schedule& schedule) {
  return schedule.name() + ": " + std::string(to_string(schedule.collective())) + ", " +
         std::to_string(schedule.ranks()) + " ranks";
}

std::string check_scenario(const std::string& path) {
  const Simulation simulation(platforms::read_scenario(path, {}));
  return "scenario; " + describe(simulation.schedule()) + "; " +
         std::to_string(simulation.scenario().platform.accelerators) + " accelerators";
}

std::string check_platform_file(const std::string& path) {
  const platforms::ScenarioConfig config = platforms::read_platform(path, platforms::DiskFiles());
  if (config.platform.electrical_machine()) {
    return "platform; " + std::to_string(config.platform.accelerators) +
           " accelerators, an electrical network of " +
           std::to_string(platforms::make_topology(config.platform)->links()) + " links";
  }
  // A switch that is made from other files shows its mistakes here.
  check_controllable(config.fabric_switch,
                     *platforms::build_switch(config.fabric_switch, config.seed).fabric);
  return "platform; " + std::to_string(config.platform.accelerators) + " accelerators, " +
         std::to_string(config.fabric_switch.ports) + " switch ports";
}

/// A switch on its own, which need not be one that a controller can drive.
std::string check_switch_file(const std::string& path) {
  const platforms::ScenarioConfig config = platforms::read_switch(path, {}, platforms::DiskFiles());
  const platforms::SwitchParts parts = platforms::build_switch(config.fabric_switch, config.seed);
  return "switch; " + to_string(config.fabric_switch.fabric) + ", " +
         std::to_string(parts.fabric->ports()) + " ports, " +
         std::to_string(parts.fabric->cells()) + " cells";
}

/// The file has the key `switch` and nothing else.
bool is_switch_alone(const std::string& path) {
  base::Diagnostics ignored;
  photonics::FileProblems problems("", ignored);
  const std::string text =
      platforms::DiskFiles().read(path, photonics::NetlistLimits::kBytes).value_or("");
  const photonics::YamlNode root = photonics::parse_yaml_text(text, problems);
  return root.entries.size() == 1 && root.find("switch") != nullptr;
}

std::string check_msccl(const std::string& path) {
  const std::unique_ptr<ExplicitSchedule> schedule = read_msccl(path);
  const CheckReport report = check_schedule(*schedule);
  if (!report.correct()) {
    throw schedule_error(*schedule, *report.fault, path);
  }
  return "MSCCL; " + describe(*schedule) + ", " + std::to_string(report.messages) + " messages";
}

std::string count_text(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Of jobs, flows or traces. The machine is not known: one that is large enough is taken.
std::string check_workload(const std::string& path) {
  constexpr std::uint32_t kLargeMachine = 65536;
  std::uint32_t ranks = kLargeMachine;
  if (kind_of_workload(path) == WorkloadKind::jobs) {
    ranks = smallest_machine(
        platforms::DiskFiles().read(path, platforms::YamlLimits{}.bytes).value_or(""));
  }
  const Workload workload = read_workload(path, ranks);
  std::int64_t messages = 0;
  for (std::size_t p = 0; p < workload.program->parts(); ++p) {
    const Schedule* const schedule = workload.program->part(p).schedule.get();
    if (schedule == nullptr) {
      continue;
    }
    const CheckReport report = check_schedule(*schedule);
    if (!report.correct()) {
      throw schedule_error(*schedule, *report.fault, path);
    }
    messages += report.messages;
  }
  return "workload; " + count_text(workload.program->parts(), "part") + ", " +
         count_text(static_cast<std::size_t>(messages), "message");
}

std::string check_photonic(FileKind kind, FileVerdict& verdict) {
  base::Diagnostics found;
  photonics::check_photonic_file(verdict.file, found);
  verdict.findings = found.entries();
  return kind == FileKind::netlist ? "netlist" : "S-parameters";
}

std::string check_cells(FileVerdict& verdict) {
  base::Diagnostics found;
  const std::size_t cells = photonics::check_fabric_description(verdict.file, found);
  verdict.findings = found.entries();
  return "ports and cells of a netlist; " + count_text(cells, "cell") +
         "; its names are checked with the netlist, by a platform that uses both";
}

std::string check_map(FileVerdict& verdict) {
  base::Diagnostics found;
  const std::size_t models = photonics::check_model_map(verdict.file, found);
  verdict.findings = found.entries();
  return "map of models; " + count_text(models, "model");
}

/// The kind of a YAML file that is neither a netlist nor a platform.
FileKind other_yaml_kind(const std::string& text) {
  base::Diagnostics ignored;
  photonics::FileProblems problems("", ignored);
  const photonics::YamlNode root = photonics::parse_yaml_text(text, problems);
  if (root.find("jobs") != nullptr) {
    return FileKind::workload;
  }
  if (root.find("workload") != nullptr || root.find("platform") != nullptr) {
    return FileKind::scenario;
  }
  if (photonics::looks_like_fabric_description(root)) {
    return FileKind::cells;
  }
  return photonics::looks_like_model_map(root) ? FileKind::model_map : FileKind::scenario;
}

/// What the file is when all is well. Throws base::InputError; warnings go to the verdict.
std::string check_as(FileKind kind, FileVerdict& verdict) {
  const std::string& path = verdict.file;
  switch (kind) {
    case FileKind::scenario:
      return check_scenario(path);
    case FileKind::platform:
      return is_switch_alone(path) ? check_switch_file(path) : check_platform_file(path);
    case FileKind::msccl:
      return check_msccl(path);
    case FileKind::workload:
      return check_workload(path);
    case FileKind::cells:
      return check_cells(verdict);
    case FileKind::model_map:
      return check_map(verdict);
    case FileKind::netlist:
    case FileKind::s_parameters:
      return check_photonic(kind, verdict);
    case FileKind::unknown:
      break;
  }
  const std::optional<std::string> problem = platforms::DiskFiles().find_problem(path);
  throw base::InputError({path, 0, 0},
                         problem.value_or("this kind of file is not known") + "; " + kKnownKinds);
}

}  // namespace

std::string_view to_string(FileKind kind) {
  switch (kind) {
    case FileKind::scenario:
      return "scenario";
    case FileKind::platform:
      return "platform";
    case FileKind::cells:
      return "cells";
    case FileKind::model_map:
      return "model_map";
    case FileKind::netlist:
      return "netlist";
    case FileKind::s_parameters:
      return "s_parameters";
    case FileKind::msccl:
      return "msccl";
    case FileKind::workload:
      return "workload";
    case FileKind::unknown:
      break;
  }
  return "unknown";
}

std::size_t FileVerdict::mistakes() const {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(),
      [](const base::Diagnostic& finding) { return finding.severity == base::Severity::error; }));
}

FileKind kind_of_file(const std::string& path) {
  const platforms::DiskFiles files;
  if (files.find_problem(path)) {
    return FileKind::unknown;
  }
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".xml") {
    const std::string start = files.read(path, kFirstBytes).value_or("");
    return start.find("<system") != std::string::npos ? FileKind::platform : FileKind::msccl;
  }
  if (ending == ".yaml" || ending == ".yml") {
    const std::string text = files.read(path, photonics::NetlistLimits::kBytes).value_or("");
    if (photonics::looks_like_netlist(text)) {
      return FileKind::netlist;
    }
    return platforms::is_platform_file(path, files) ? FileKind::platform : other_yaml_kind(text);
  }
  if (kind_of_workload(path) == WorkloadKind::flows ||
      kind_of_workload(path) == WorkloadKind::chakra) {
    return FileKind::workload;
  }
  if (const auto kind = photonics::photonic_file_kind(path)) {
    return *kind == photonics::PhotonicFileKind::netlist ? FileKind::netlist
                                                         : FileKind::s_parameters;
  }
  // Another ending, or none: only what can be nothing else.
  const std::string start = files.read(path, kFirstBytes).value_or("");
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string::npos && start[first] == '<';
  return is_xml && start.find("<algo") != std::string::npos ? FileKind::msccl : FileKind::unknown;
}

FileVerdict check_file(const std::string& path) {
  FileVerdict verdict;
  verdict.file = path;
  verdict.kind = kind_of_file(path);
  try {
    verdict.what = check_as(verdict.kind, verdict);
  } catch (const base::InputError& fault) {
    verdict.findings = fault.diagnostics().entries();
  }
  return verdict;
}

}  // namespace heliograph::testbenches
