// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/run_command.hpp"

#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "platforms/description/parameter_list.hpp"
#include "platforms/description/parameter_schema.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "testbenches/report/progress_bar.hpp"
#include "testbenches/report/result_json.hpp"
#include "testbenches/report/run_folder.hpp"
#include "testbenches/report/summary.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace heliograph::testbenches {

namespace {

struct RunOptions {
  std::string scenario;
  std::vector<std::string> overrides;
  std::string out;
  std::optional<std::string> seed;
  bool json = false;
  std::string list_format;     ///< of --list-params; empty without
  std::string results_format;  ///< of --list-results; empty without
};

/// The parameters with their values in the scenario, or their defaults when none is given.
std::string parameters(const RunOptions& options) {
  const platforms::ScenarioConfig scenario =
      options.scenario.empty() ? platforms::ScenarioConfig{}
                               : platforms::read_scenario(options.scenario, options.overrides);
  const std::vector<platforms::ParameterRow> rows = platforms::list_parameters(scenario);
  if (options.list_format == "schema") {
    return platforms::parameter_schema(rows);
  }
  if (options.list_format == "markdown") {
    return platforms::parameter_markdown(rows);
  }
  const bool json = options.list_format == "json" || options.json;
  return json ? platforms::parameter_json(rows) : platforms::parameter_text(rows);
}

/// Runs with a progress bar where a person watches.
void simulate(Simulation& simulation, const RunFolder& folder) {
  std::optional<ProgressBar> bar;
  if (isatty(STDERR_FILENO) != 0) {
    bar.emplace(std::cerr);
    simulation.on_progress([&bar](base::Bytes done, base::Bytes total, std::int64_t frames) {
      bar->update(done, total, frames);
    });
  }
  simulation.run(simulation.scenario().observe.waves ? folder.path("waves.fst") : "");
}

/// Checked here, since a complaint about `--set seed=...` would name what nobody has typed.
std::string checked_seed(const std::string& text) {
  const auto table = platforms::ScenarioConfig::table();
  const base::ParameterInfo& seed = table.infos()[table.find("seed").value()];
  const std::optional<std::int64_t> value = base::parse_integer(text);
  if (!value || !seed.range.contains(static_cast<double>(*value))) {
    throw base::InputError({"--seed", 0, 0}, "found " +
                                                 (text.empty() ? "nothing" : base::quoted(text)) +
                                                 "; expected " + seed.expectation());
  }
  return std::to_string(*value);
}

int run(RunOptions& options) {
  if (!options.results_format.empty()) {
    std::cout << (options.results_format == "schema" ? result_schema().dump(2) + "\n"
                                                     : result_markdown());
    return 0;
  }
  const bool needs_scenario =
      options.list_format.empty() || options.seed || !options.overrides.empty();
  if (options.scenario.empty() && needs_scenario) {
    throw CLI::RequiredError("a scenario");
  }
  if (options.seed) {
    options.overrides.push_back("seed=" + checked_seed(*options.seed));
  }
  if (!options.list_format.empty()) {
    std::cout << parameters(options);
    return 0;
  }
  Simulation simulation(platforms::read_scenario(options.scenario, options.overrides));
  RunFolder folder = RunFolder::make(options.out, options.scenario);
  folder.start(simulation.scenario(), options.overrides);
  simulate(simulation, folder);
  folder.write_results(simulation);
  if (options.json) {
    std::cout << result_json(simulation.result()).dump(2) << '\n';
  } else {
    std::cout << summary_text(simulation.result()) << "\nresults in " << folder.path("") << '\n';
  }
  return simulation.result().exit_code();
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "simulate a platform under a workload");
  command->add_option("scenario", options->scenario, "scenario file (YAML)");
  command
      ->add_option("--set", options->overrides,
                   "override a key: path.to.key=value (may be given several times)")
      ->allow_extra_args(false);
  command->add_option("--out", options->out,
                      "folder for the results: new, empty, or of an earlier run, which is "
                      "written over; default: a new one in runs/");
  command->add_option("--seed", options->seed, "seed of all random numbers");
  command->add_flag("--json", options->json, "print result.json instead of the summary");
  command
      ->add_flag("--list-params{text}", options->list_format,
                 "print every parameter with its value in the scenario (its default without one), "
                 "unit, range and source, and run nothing; =json, =markdown or =schema for other "
                 "forms")
      ->check(CLI::IsMember({"text", "json", "markdown", "schema"}));
  command
      ->add_flag("--list-results{markdown}", options->results_format,
                 "print every field of result.json with its unit and meaning, and run nothing; "
                 "=schema for the JSON Schema")
      ->check(CLI::IsMember({"markdown", "schema"}));
  command->footer(
      "Example:\n  ./heliograph run testbenches/scenarios/first_light.yaml "
      "--set workload.bytes=4MiB\n\n"
      "Exit codes: 0 fine, 1 the simulated design failed, 2 the input is wrong, 3 a fault of "
      "ours.");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace heliograph::testbenches
