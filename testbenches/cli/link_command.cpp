// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/link_command.hpp"

#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "testbenches/cli/error_target_options.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/fabrics/circuits_at_work.hpp"
#include "testbenches/fabrics/matching_text.hpp"
#include "testbenches/link_budget/link_report.hpp"
#include "testbenches/link_budget/link_survey.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kBeatNoise = "beat_noise";

struct LinkOptions {
  SwitchOptions common;
  std::vector<std::string> matchings;
  std::string circuit;
  std::string penalty = kBeatNoise;
  std::optional<double> ber;
  bool json = false;
};

LinkTarget target_of(const LinkOptions& options, const SwitchSource& source) {
  const platforms::TransceiverConfig& transceiver = source.config.platform.transceiver;
  LinkTarget target;
  target.ber = read_target_ber(options.ber, transceiver);
  if (options.penalty != kBeatNoise) {
    target.formula = read_error_target(options.penalty, options.ber, transceiver).formula;
  }
  return target;
}

LinkSurvey survey_of(const LinkOptions& options, const SwitchSource& source,
                     const LinkTarget& target) {
  const std::size_t ports = source.fabric().ports();
  if (options.matchings.empty()) {
    require_inputs_and_outputs(source);
  }
  if (!options.circuit.empty()) {
    if (!options.matchings.empty()) {
      throw base::InputError({"--circuit", 0, 0}, "cannot go with --circuits");
    }
    const photonics::Matching circuit = read_circuits(options.circuit, "--circuit", ports);
    if (circuit.size() != 1) {
      throw base::InputError({"--circuit", 0, 0}, "expected one circuit, as 0:3");
    }
    return survey_link(source, circuit, target);
  }
  std::vector<photonics::Matching> matchings;
  for (const std::string& text : options.matchings) {
    matchings.push_back(read_circuits(text, "--circuits", ports));
  }
  return survey_links(source, matchings.empty() ? all_shifts(ports) : matchings, target);
}

int link(const LinkOptions& options) {
  const SwitchSource source = open_switch(options.common, "", "");
  const LinkTarget target = target_of(options, source);
  const LinkSurvey survey = survey_of(options, source, target);
  const SurveyedLink& shown = survey.worst();
  std::cout << (options.json ? link_json(source, survey, shown, target)
                             : link_text(source, survey, shown, target));
  return survey.all_close() ? 0 : kDesignFails;
}

}  // namespace

void add_link_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<LinkOptions>();
  CLI::App* command =
      app.add_subcommand("link", "the optical budget of a circuit, from laser to photodiode");
  command
      ->add_option(
          "file", options->common.file,
          "scenario, platform or switch description (YAML, `switch: {...}` alone is one), or a "
          "netlist of a switch")
      ->required();
  add_overrides(*command, options->common);
  command->add_option("--circuit", options->circuit,
                      "one circuit, as input:output, with all others of its shift (input i to "
                      "output i + k) lit; default: the worst of all pairs of ports");
  command
      ->add_option("--circuits", options->matchings,
                   "circuits that are up together, as input:output,... (may be given several "
                   "times); default: the shifts, which have every pair of ports once")
      ->allow_extra_args(false);
  add_error_target_options(*command, options->penalty, options->ber);
  command->get_option("--penalty")
      ->description(
          "how crosstalk counts: beat_noise, as in a run, or the formula of a penalty, "
          "one of those of `switch FILE loss --penalty`");
  command->add_flag("--json", options->json, "print JSON: rows of the circuit, and all links");
  command->footer(
      "Example:\n  ./heliograph link platforms/presets/eight_accelerators_benes.yaml --circuit "
      "0:3\n\n"
      "Exit codes: 0 every circuit has a margin, 1 one has none or cannot be routed, 2 the input "
      "is wrong, 3 a fault of ours.");
  command->callback([options, &exit_code] {
    try {
      exit_code = link(*options);
    } catch (const photonics::RoutingFailed& failure) {
      std::cerr << options->common.file << ": " << failure.what() << '\n';
      exit_code = kDesignFails;
    }
  });
}

}  // namespace heliograph::testbenches
