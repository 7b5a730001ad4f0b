// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/check_command.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/check/file_check.hpp"

namespace heliograph::testbenches {

namespace {

constexpr int kWrongInput = 2;

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
};

int check(const CheckOptions& options) {
  std::vector<FileVerdict> verdicts;
  for (const std::string& file : options.files) {
    verdicts.push_back(check_file(file));
  }
  std::cout << (options.json ? verdict_json(verdicts) : verdict_text(verdicts));
  const bool all_ok = std::all_of(verdicts.begin(), verdicts.end(),
                                  [](const FileVerdict& verdict) { return verdict.ok(); });
  return all_ok ? 0 : kWrongInput;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "find every mistake in files without running them");
  command
      ->add_option("files", options->files,
                   "scenarios, platforms (YAML), algorithms (MSCCL XML), netlists, their maps of "
                   "models and cells, S-parameters")
      ->required();
  command->add_flag("--json", options->json, "print {\"rows\": [...]}, a row a file");
  command->footer(
      "Example:\n  ./heliograph check testbenches/scenarios/first_light.yaml\n\n"
      "The kind of a file follows from its ending and what it holds: a YAML file is a netlist when "
      "it has the\nkey `instances`, a platform when it has keys of a platform and none of a "
      "scenario, a description of cells\nwhen it has `cells`, or `inputs` and `outputs`, a map of "
      "models when every value is a model or a file of\na photonic kind, else a scenario.\n"
      "Exit codes: 0 all are right, 2 at least one is not, 3 a fault of ours.");
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace heliograph::testbenches
