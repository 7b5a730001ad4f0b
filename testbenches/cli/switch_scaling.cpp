// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/meshes/scaling_survey.hpp"

namespace heliograph::testbenches {

namespace {

struct ScalingOptions {
  ScalingEffort effort;
  std::size_t meshes = 3;
  std::string out;
};

int run_scaling(const SwitchOptions& common, const ScalingOptions& options) {
  if (!common.file.empty() || !common.overrides.empty()) {
    throw base::InputError({"switch", 0, 0},
                           "found a description; expected none: scaling has its own meshes");
  }
  std::vector<ScalingMesh> meshes = scaling_meshes();
  meshes.resize(options.meshes);
  std::vector<ScalingCurve> curves;
  curves.reserve(meshes.size());
  for (const ScalingMesh& mesh : meshes) {
    curves.push_back(survey_scaling(mesh, options.effort));
  }
  if (!options.out.empty()) {
    write_file(options.out, scaling_svg(curves, options.effort));
  }
  std::cout << scaling_table(curves);
  return 0;
}

}  // namespace

void add_scaling_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code) {
  auto options = std::make_shared<ScalingOptions>();
  CLI::App* verb = command.add_subcommand(
      "scaling", "random matchings that hexagonal meshes of growing size route: a table, a plot");
  verb->add_option("--matchings", options->effort.matchings, "of each number of circuits")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}))
      ->capture_default_str();
  verb->add_option("--meshes", options->meshes,
                   "how many of " + std::to_string(scaling_meshes().size()) +
                       ", the smallest first; all take minutes")
      ->check(CLI::Range(std::size_t{1}, scaling_meshes().size()))
      ->capture_default_str();
  verb->add_option("--seed", options->effort.seed, "of the matchings")->capture_default_str();
  verb->add_option("--out", options->out, "write an SVG plot to this file");
  verb->footer(
      "Example:\n  ./heliograph switch scaling --matchings 50 --out scaling.svg\n\n"
      "Exit codes: 0 fine, 2 the input is wrong, 3 a fault of ours.");
  verb->callback([common, options, &exit_code] { exit_code = run_scaling(*common, *options); });
}

}  // namespace heliograph::testbenches
