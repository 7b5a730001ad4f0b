// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/cosim_command.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/build/controller_factory.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cosim/cosim_page.hpp"
#include "testbenches/cosim/device_judgement.hpp"
#include "testbenches/cosim/judge.hpp"
#include "testbenches/html_report/report_page.hpp"
#include "testbenches/report/run_folder.hpp"

namespace heliograph::testbenches {

namespace {

struct CosimCommand {
  std::string scenario;
  std::vector<std::string> overrides;
  std::vector<std::string> rtl;
  std::vector<std::string> lists;  ///< -F
  std::vector<std::string> parameters;
  std::vector<std::string> defines;
  std::vector<std::string> includes;
  std::string top;
  std::string mapping;
  std::string kind;
  std::optional<unsigned> ports;
  std::string registers;
  std::string algorithm;
  unsigned iterations = 1;
  std::string waves = "failure";
  std::string out;
  std::vector<std::string> added;  ///< folders of earlier judgements
  CosimOptions judging;
  bool lockstep = false;
  bool no_light = false;
  bool no_coverage = false;
  bool check_only = false;
  bool json = false;
  bool list_rules = false;
  bool list_cases = false;
};

/// Precondition: round_robin, islip or wavefront.
systemc::MatchingAlgorithm algorithm_of(const std::string& name) {
  return name == "islip"       ? systemc::MatchingAlgorithm::islip
         : name == "wavefront" ? systemc::MatchingAlgorithm::wavefront
                               : systemc::MatchingAlgorithm::round_robin;
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw base::InputError({path, 0, 0}, "no such file, or it cannot be read");
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

systemc::DeviceRequest device_of(const CosimCommand& command) {
  systemc::DeviceRequest request;
  // What a design is made of, in the words of a file list.
  for (const std::string& define : command.defines) {
    request.inputs.push_back("-D" + define);
  }
  for (const std::string& folder : command.includes) {
    request.inputs.push_back("-I" + folder);
  }
  for (const std::string& list : command.lists) {
    request.inputs.insert(request.inputs.end(), {"-F", list});
  }
  request.inputs.insert(request.inputs.end(), command.rtl.begin(), command.rtl.end());
  for (const std::string& parameter : command.parameters) {
    request.inputs.push_back("-G" + parameter);
  }
  request.top = command.top;
  request.mapping = command.mapping;
  request.ports = command.ports;
  request.given_at = {"--rtl", 0, 0};
  if (!command.kind.empty()) {
    request.kind = systemc::device_kind(command.kind);
  }
  return request;
}

/// The command as it was given, but for what names a case and where results go.
std::string command_line(const CosimCommand& command) {
  std::string text = "./heliograph cosim";
  const auto add = [&text](const std::string& option, const std::string& value) {
    if (!value.empty()) {
      text += ' ';
      text += option;
      text += option.empty() ? "" : " ";
      text += value;
    }
  };
  const auto add_all = [&add](const std::string& option, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      add(option, value);
    }
  };
  add("", command.scenario);
  add_all("-D", command.defines);
  add_all("-I", command.includes);
  add_all("-F", command.lists);
  add_all("--rtl", command.rtl);
  add_all("-G", command.parameters);
  add("--top", command.top);
  add("--mapping", command.mapping);
  add("--as", command.kind);
  add("--ports", command.ports ? std::to_string(*command.ports) : "");
  add("--registers", command.registers);
  text += command.lockstep ? " --lockstep" : "";
  add("--algorithm", command.algorithm);
  add("--iterations", command.iterations == 1 ? "" : std::to_string(command.iterations));
  add_all("--set", command.overrides);
  return text;
}

DeviceQuestion question_of(const CosimCommand& command, std::string& device_name) {
  DeviceQuestion question;
  if (!command.scenario.empty()) {
    question.scenario = platforms::read_scenario(command.scenario, command.overrides);
  }
  if (!command.rtl.empty() || !command.lists.empty()) {
    question.device = device_of(command);
  } else if (question.scenario &&
             question.scenario->controller.kind == platforms::ControllerKind::foreign) {
    question.device = platforms::foreign_device(question.scenario->controller);
  } else {
    throw base::InputError(
        {"cosim", 0, 0},
        "nothing to judge: expected --rtl or -F with a design, or a scenario with "
        "`controller: {kind: foreign, rtl: ...}`");
  }
  question.device.build.coverage = !command.no_coverage;
  question.judging = command.judging;
  question.lockstep = command.lockstep;
  if (!command.algorithm.empty()) {
    question.algorithm = ClaimedAlgorithm{algorithm_of(command.algorithm), command.iterations};
  }
  question.in_light = !command.no_light;
  question.waves = command.waves == "none"    ? WavesWanted::none
                   : command.waves == "whole" ? WavesWanted::whole
                                              : WavesWanted::failure;
  if (!command.registers.empty()) {
    question.judging.registers = RegisterText{text_of_file(command.registers), command.registers};
  }
  // It is called by its top, which the tools find out where it is not said.
  if (question.device.top.empty()) {
    question.device.top =
        systemc::inspect_device(question.device, systemc::RtlTools::from_environment()).ports.top;
  }
  device_name = question.device.top;
  question.judging.device = device_name;
  question.judging.again = command_line(command);
  return question;
}

/// What makes the folder one of ours, and says what was judged.
std::string manifest_of(const CosimCommand& command, const std::string& line) {
  nlohmann::ordered_json json{{"schema", "heliograph/manifest/1"},
                              {"program", "heliograph cosim"},
                              {"command", line},
                              {"seed", command.judging.seed}};
  return json.dump(2) + "\n";
}

void print_warnings(const std::vector<base::Diagnostic>& warnings) {
  for (const base::Diagnostic& warning : warnings) {
    std::cerr << warning.text() << '\n';
  }
}

std::string build_text(const systemc::RtlModel& model) {
  if (model.from_cache) {
    return "model from the cache\n";
  }
  return fmt::format("model built in {:.1f} s: verilated {:.1f}, compiled {:.1f}, tried {:.1f}\n",
                     model.times.verilate + model.times.compile + model.times.trial,
                     model.times.verilate, model.times.compile, model.times.trial);
}

/// Coverage of this judgement, with that of the earlier ones in it, in the report and its folder.
void merge_coverage(const CosimCommand& command, const RunFolder& folder,
                    DeviceJudgement& judgement) {
  for (const std::string& earlier : command.added) {
    if (judgement.report.coverage) {
      const std::string file = earlier + "/coverage.json";
      judgement.report.coverage->add(StateEventCoverage::read(text_of_file(file), file));
    }
    if (!judgement.code.empty()) {
      judgement.code.add(text_of_file(earlier + "/coverage.dat"));
    }
  }
  if (judgement.report.coverage) {
    write_file(folder.path("coverage.json"), judgement.report.coverage->json());
  }
  if (!judgement.code.empty()) {
    judgement.report.lines = judgement.code.lines();
    judgement.report.toggles = judgement.code.toggles();
    write_file(folder.path("coverage.dat"), judgement.code.text());
  }
}

int check_ports_only(const DeviceQuestion& question) {
  const systemc::InspectedDevice device =
      systemc::inspect_device(question.device, systemc::RtlTools::from_environment());
  print_warnings(device.warnings);
  std::cout << fmt::format("{}: {} of {} ports, {} pins of the contract\n", device.ports.top,
                           to_string(device.device.kind), device.device.ports,
                           device.device.pins.size());
  return 0;
}

int cosim(const CosimCommand& command) {
  if (command.list_rules) {
    std::cout << rules_markdown();
    return 0;
  }
  if (command.list_cases) {
    for (const std::string& name : controller_case_names()) {
      std::cout << name << '\n';
    }
    return 0;
  }
  std::string name;
  DeviceQuestion question = question_of(command, name);
  if (command.check_only) {
    return check_ports_only(question);
  }
  const systemc::RtlTools tools = systemc::RtlTools::from_environment();
  const systemc::LoadedDevice device = systemc::load_device(question.device, tools);
  check_question(question, device);
  const RunFolder folder = RunFolder::make(command.out, "cosim_" + name);
  question.waves_path = folder.path("waves.fst");
  write_file(folder.path("manifest.json"), manifest_of(command, question.judging.again));
  DeviceJudgement judgement = judge_device(question, device, tools);
  print_warnings(judgement.warnings);
  merge_coverage(command, folder, judgement);
  const std::string json = cosim_json(judgement.report);
  write_file(folder.path("cosim.json"), json);
  const std::string text = cosim_text(judgement.report);
  write_file(folder.path("cosim.txt"), text);
  write_file(folder.path("cosim.html"), report_page(cosim_page(judgement.report), report_assets()));
  if (command.json) {
    std::cout << json;
  } else {
    std::cout << text << '\n' << build_text(judgement.model);
    if (judgement.wrote_waves) {
      std::cout << "waveform in " << question.waves_path << '\n';
    }
    std::cout << "results in " << folder.path("") << '\n';
  }
  return cosim_exit_status(judgement.report);
}

void add_device_options(CLI::App& command, CosimCommand& options) {
  command.add_option("scenario", options.scenario,
                     "scenario of the run in the light (YAML), and of the controller, if it has "
                     "`controller: {kind: foreign}`; default: an AllReduce on a switch of the "
                     "device's size");
  command
      .add_option("--rtl", options.rtl,
                  "the design: a file list (.f; its paths are from here, as with Verilator's -f) "
                  "or a source; may be given several times, as the four that follow")
      ->allow_extra_args(false);
  command.add_option("-F", options.lists, "a file list whose paths are from its own folder")
      ->allow_extra_args(false);
  command.add_option("-G", options.parameters, "a parameter of the top: NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("-D", options.defines, "a macro: NAME or NAME=VALUE")->allow_extra_args(false);
  command.add_option("-I", options.includes, "a folder of include files")->allow_extra_args(false);
  command.add_option("--top", options.top,
                     "its top module; default: the only one that nobody uses");
  command.add_option("--mapping", options.mapping,
                     "YAML file that says which port is which pin of rtl/contract.md");
  command.add_option("--as", options.kind, "what it is; default: what its ports are most like")
      ->check(CLI::IsMember(systemc::device_kind_names()));
  command.add_option("--ports", options.ports, "N; default: from the widths of its ports")
      ->check(CLI::Range(2U, 32U));
  command.add_option("--registers", options.registers,
                     "register description (JSON) instead of the contract's own");
  command
      .add_option("--set", options.overrides,
                  "override a key of the scenario: path.to.key=value (may be given several times)")
      ->allow_extra_args(false);
}

void add_judging_options(CLI::App& command, CosimCommand& options) {
  command.add_option("--seed", options.judging.seed, "of everything that is drawn")
      ->capture_default_str();
  command.add_option("--case", options.judging.only_case, "run this case alone, see --list-cases");
  command.add_option("--reconfigurations", options.judging.reconfigurations, "how many at random")
      ->check(CLI::Range(1U, 10'000'000U))
      ->capture_default_str();
  command
      .add_option("--transfers", options.judging.register_transfers,
                  "register accesses, at least so many")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--decisions", options.judging.decisions, "of a scheduler")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  command
      .add_option("--bound", options.judging.decision_bound,
                  "decisions that a steady request to a scheduler may wait; 0: N^2 + (N-1)^2")
      ->capture_default_str();
  command.add_flag("--lockstep", options.lockstep,
                   "it claims the algorithm of rtl/switch_ctrl: every pin is compared with the "
                   "twin's in every cycle");
  command
      .add_option("--algorithm", options.algorithm,
                  "an arbiter that claims this algorithm of rtl/circuit_scheduler: every decision "
                  "is compared with the twin's in every cycle")
      ->check(CLI::IsMember({"round_robin", "islip", "wavefront"}));
  command.add_option("--iterations", options.iterations, "of iSLIP, with --algorithm")
      ->check(CLI::Range(1U, 32U))
      ->capture_default_str();
  command.add_flag("--no-light", options.no_light, "leave out the run in the light");
  command.add_flag("--no-coverage", options.no_coverage, "count no lines and toggles");
  command
      .add_option("--waves", options.waves,
                  "waveform (FST): of what led to the first failure, of the whole, or none")
      ->check(CLI::IsMember({"failure", "whole", "none"}))
      ->capture_default_str();
}

}  // namespace

void add_cosim_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CosimCommand>();
  CLI::App* command = app.add_subcommand(
      "cosim", "judge a controller, scheduler or register block in SystemVerilog");
  add_device_options(*command, *options);
  add_judging_options(*command, *options);
  command->add_flag("--check-ports", options->check_only,
                    "compare its ports with the contract, and run nothing");
  command->add_option("--out", options->out,
                      "folder for the results: new, empty, or of an earlier run; default: a new "
                      "one in runs/");
  command
      ->add_option("--add", options->added,
                   "add the coverage of an earlier judgement, a folder of cosim (may be given "
                   "several times)")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "print cosim.json instead of the report");
  command->add_flag("--list-rules", options->list_rules, "print all rules, and run nothing");
  command->add_flag("--list-cases", options->list_cases,
                    "print the cases that a controller is put through, and run nothing");
  command->footer(
      "Example:\n  ./heliograph cosim -F rtl/switch_ctrl/switch_ctrl.f -GN=8 -GMAX_ACT=64 --top "
      "switch_ctrl --lockstep\n\n"
      "Exit codes: 0 accepted, 1 rejected or not judged, 2 the input is wrong, 3 a fault of ours.");
  command->callback([options, &exit_code] { exit_code = cosim(*options); });
}

}  // namespace heliograph::testbenches
