// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <memory>

#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/meshes/cover_survey.hpp"
#include "testbenches/meshes/port_survey.hpp"

namespace heliograph::testbenches {

namespace {

struct PortsOptions {
  std::size_t count = 8;
  photonics::PortChoiceEffort effort;
  bool all_to_all = false;
  photonics::AllToAllEffort cover;
  bool json = false;
};

int run_cover(const SwitchSource& source, const PortsOptions& options) {
  const CoverSurvey survey = survey_cover(source, options.cover);
  std::cout << (options.json ? cover_json(source, survey) : cover_text(source, survey));
  return survey.settings.lost == 0 ? 0 : kDesignFails;
}

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
  CLI::Option* count = verb->add_option("--count", options->count, "how many, an even number")
                           ->check(CLI::Range(std::size_t{2}, kMost))
                           ->capture_default_str();
  CLI::Option* sample =
      verb->add_option("--sample", options->effort.sampled,
                       "random matchings that are looked at where all would be more than " +
                           std::to_string(options->effort.matchings))
          ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
          ->capture_default_str();
  CLI::Option* all = verb->add_flag(
      "--all-to-all", options->all_to_all,
      "in place of a choice: the fewest settings found that join every two external ports");
  all->excludes(count)->excludes(sample);
  verb->add_option("--moves", options->cover.moves,
                   "of --all-to-all: changes of a cell that are tried for each number of settings")
      ->check(CLI::Range(std::size_t{1'000}, std::size_t{1'000'000'000}))
      ->needs(all)
      ->capture_default_str();
  verb->add_flag("--json", options->json, "print JSON");
  verb->footer(
      "Example:\n  ./heliograph switch platforms/presets/switches/smartlight.yaml ports --count "
      "8\n"
      "  ./heliograph switch platforms/presets/switches/smartlight.yaml ports --all-to-all\n\n"
      "Exit codes: 0 fine, 1 no such ports were found or their circuits do not arrive, 2 the input "
      "is wrong, 3 a fault of ours.");
  verb->callback([common, options, &exit_code] {
    require_file(*common);
    const SwitchSource source = open_switch(*common, "", "");
    exit_code = options->all_to_all ? run_cover(source, *options) : run_ports(source, *options);
  });
}

}  // namespace heliograph::testbenches
