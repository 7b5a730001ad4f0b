// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <memory>

#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/meshes/port_survey.hpp"

namespace heliograph::testbenches {

namespace {

struct PortsOptions {
  std::size_t count = 8;
  photonics::PortChoiceEffort effort;
  bool json = false;
};

int run_ports(const SwitchSource& source, const PortsOptions& options) {
  const PortSurvey survey = survey_ports(source, options.count, options.effort);
  std::cout << (options.json ? ports_json(source, survey) : ports_text(source, survey));
  const bool found = survey.choice.verdict != photonics::PortChoice::Verdict::none;
  return found && survey.rounds.lost == 0 ? 0 : kDesignFails;
}

}  // namespace

void add_ports_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                    int& exit_code) {
  auto options = std::make_shared<PortsOptions>();
  CLI::App* verb = command.add_subcommand(
      "ports",
      "ports of a mesh of which every matching can be routed, and their all-to-all rounds");
  add_overrides(*verb, *common);
  constexpr std::size_t kMost = 256;
  verb->add_option("--count", options->count, "how many, an even number")
      ->check(CLI::Range(std::size_t{2}, kMost))
      ->capture_default_str();
  verb->add_option("--sample", options->effort.sampled,
                   "random matchings that are looked at where all would be more than " +
                       std::to_string(options->effort.matchings))
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->capture_default_str();
  verb->add_flag("--json", options->json, "print JSON");
  verb->footer(
      "Example:\n  ./heliograph switch platforms/presets/switches/smartlight.yaml ports --count "
      "8\n\n"
      "Exit codes: 0 fine, 1 no such ports were found or their circuits do not arrive, 2 the input "
      "is wrong, 3 a fault of ours.");
  verb->callback([common, options, &exit_code] {
    require_file(*common);
    exit_code = run_ports(open_switch(*common, "", ""), *options);
  });
}

}  // namespace heliograph::testbenches
