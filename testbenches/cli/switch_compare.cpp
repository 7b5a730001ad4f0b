// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "testbenches/cli/error_target_options.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/fabrics/comparison.hpp"

namespace heliograph::testbenches {

namespace {

struct CompareOptions {
  std::size_t ports = 8;
  std::string penalty = "incoherent_optimised";
  std::optional<double> ber;
  std::string csv;
  bool json = false;
};

int run_compare(const SwitchOptions& common, const CompareOptions& options) {
  platforms::ScenarioConfig base;
  if (!common.file.empty()) {
    base = open_switch_description(common.file, common.overrides).config;
    const bool interposer =
        std::holds_alternative<platforms::InterposerKind>(base.fabric_switch.fabric);
    if (interposer && static_cast<std::size_t>(base.fabric_switch.ports) != options.ports) {
      throw base::InputError({common.file, 0, 0}, "found an interposer of " +
                                                      std::to_string(base.fabric_switch.ports) +
                                                      " ports; expected --ports " +
                                                      std::to_string(base.fabric_switch.ports));
    }
    if (!interposer && !std::holds_alternative<photonics::Topology>(base.fabric_switch.fabric)) {
      throw base::InputError(
          {common.file, 0, 0},
          "found a " + to_string(base.fabric_switch.fabric) +
              "; expected the description of a topology or an interposer, whose cells the "
              "compared fabrics have");
    }
  } else if (!common.overrides.empty()) {
    throw base::InputError({"--set", 0, 0},
                           "needs a description to apply to: switch FILE --set ... compare");
  }
  const ErrorTarget target =
      read_error_target(options.penalty, options.ber, base.platform.transceiver);
  Comparison comparison;
  try {
    comparison = compare_topologies(base, options.ports, target);
  } catch (const photonics::RoutingFailed& failure) {
    std::cerr << common.file << ": " << failure.what() << "\n";
    return kDesignFails;
  }
  if (!options.csv.empty()) {
    write_file(options.csv, comparison_csv(comparison));
  }
  if (options.json) {
    std::cout << comparison_json(comparison);
  } else if (options.csv.empty()) {
    std::cout << comparison_text(comparison);
  }
  return 0;
}

}  // namespace

void add_compare_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* verb = command.add_subcommand(
      "compare", "all topologies side by side; made as FILE says, if one is given");
  verb->add_option("--ports", options->ports, "inputs, and as many outputs")
      ->check(CLI::Range(photonics::kFewestPorts, photonics::kMostPorts))
      ->capture_default_str();
  add_overrides(*verb, *common);
  add_error_target_options(*verb, options->penalty, options->ber);
  verb->add_option("--csv", options->csv, "write comma-separated values to this file");
  verb->add_flag("--json", options->json, "print {\"rows\": [...]}");
  verb->footer(
      "Example:\n  ./heliograph switch compare --ports 16\n\n"
      "Exit codes: 0 fine, 1 the interposer cannot carry all lights at once, 2 the input is wrong, "
      "3 a fault of ours.");
  verb->callback([common, options, &exit_code] { exit_code = run_compare(*common, *options); });
}

}  // namespace heliograph::testbenches
