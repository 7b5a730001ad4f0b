// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/run_command.hpp"

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/description/scenario_reader.hpp"
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
  std::optional<std::uint64_t> seed;
  bool json = false;
};

int run(RunOptions& options) {
  if (options.seed) {
    options.overrides.push_back("seed=" + std::to_string(*options.seed));
  }
  Simulation simulation(platforms::read_scenario(options.scenario, options.overrides));
  const RunFolder folder = RunFolder::make(options.out, options.scenario);
  simulation.run(simulation.scenario().observe.waves ? folder.path("waves.fst") : "");
  folder.write(simulation, options.overrides);
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
  command->add_option("scenario", options->scenario, "scenario file (YAML)")->required();
  command
      ->add_option("--set", options->overrides,
                   "override a key: path.to.key=value (may be given several times)")
      ->allow_extra_args(false);
  command->add_option("--out", options->out, "folder for the results; default: a new one in runs/");
  command->add_option("--seed", options->seed, "seed of all random numbers");
  command->add_flag("--json", options->json, "print result.json instead of the summary");
  command->footer(
      "Example:\n  ./heliograph run testbenches/scenarios/first_light.yaml "
      "--set workload.bytes=4MiB\n\n"
      "Exit codes: 0 fine, 1 the simulated design failed, 2 the input is wrong, 3 a fault of ours.");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace heliograph::testbenches
