// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/settle_report.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kMostCurvePoints = 100'000;
constexpr std::size_t kUsualPoints = 101;

struct SettleOptions {
  std::string models;
  std::string cells;
  CircuitChoice choice;
  std::string from;
  double loss_within = 1.0;
  std::optional<double> crosstalk;
  std::optional<std::size_t> points;
  std::string csv;
  bool json = false;
};

/// A change of a fabric from one set of states to another.
struct StateChange {
  std::vector<photonics::CellState> from;
  CircuitsAtWork to;
};

StateChange read_change(const SwitchSource& source, const SettleOptions& options) {
  const photonics::SwitchFabric& fabric = source.fabric();
  if (source.config.fabric_switch.leaves_cells_unset()) {
    throw base::InputError(
        {source.file, 0, 0},
        "found switch.mesh.unset: random_phase; expected parked: of changes from "
        "and to set cells only it is known how they settle");
  }
  StateChange change{fabric.structure().idle, {photonics::Matching(fabric.ports()), {}, {}}};
  photonics::Matching present(fabric.ports());
  if (!options.from.empty()) {
    present = read_circuits(options.from, "--from", fabric.ports());
    change.from = routed_states(source, present);
  }
  if (!options.choice.states.empty()) {
    change.to = circuits_at_work(source, options.choice);
    return change;
  }
  change.to.matching = wanted_matching(source, options.choice.matching);
  change.to.states =
      source.parts.router
          ->route(photonics::RoutingRequest{change.to.matching, present, change.from})
          .states;
  return change;
}

/// Ranges of options let what is no number through.
void refuse_nan(const char* option, double value) {
  if (std::isnan(value)) {
    throw base::InputError({option, 0, 0}, "found nan; expected a number of decibels");
  }
}

int run_settle(const SwitchSource& source, const SettleOptions& options) {
  refuse_nan("--loss-within", options.loss_within);
  refuse_nan("--crosstalk", options.crosstalk.value_or(0.0));
  const StateChange change = read_change(source, options);
  SettlingTargets targets;
  targets.loss_within = base::Decibel(options.loss_within);
  if (options.crosstalk) {
    targets.crosstalk = base::Decibel(*options.crosstalk);
  }
  const bool curves = !options.csv.empty() || options.points.has_value();
  const SettleReport report =
      settle_report(source, change.to.matching, change.from, change.to.states, targets,
                    curves ? options.points.value_or(kUsualPoints) : 0);
  if (!options.csv.empty()) {
    write_file(options.csv, settle_csv(report));
  }
  std::cout << (options.json ? settle_json(source, report) : settle_text(source, report));
  const bool arrive = survey(source, change.to.matching, change.to.states).all_arrive();
  if (!arrive) {
    std::cerr << source.file
              << ": not all of these circuits arrive; trace shows where light goes\n";
  }
  return arrive && report.all_settle() ? 0 : kDesignFails;
}

}  // namespace

void add_settle_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                     int& exit_code) {
  auto options = std::make_shared<SettleOptions>();
  CLI::App* verb = command.add_subcommand(
      "settle", "when each circuit has its loss and crosstalk after a change, by the fields");
  add_overrides(*verb, *common);
  verb->add_option("--models", options->models,
                   "file (YAML) that maps models of a netlist which are not built in");
  verb->add_option("--cells", options->cells,
                   "file (YAML) that says what the ports and cells of a netlist are");
  add_circuit_choice(*verb, options->choice, true);
  verb->add_option("--from", options->from,
                   "circuits before the change, as 0:3,1:2 (default: none, all cells idle)");
  verb->add_option("--loss-within", options->loss_within,
                   "dB of its final loss within which a circuit has settled")
      ->check(CLI::Range(1e-6, 60.0))
      ->capture_default_str();
  verb->add_option("--crosstalk", options->crosstalk,
                   "crosstalk, dB, at or below which a circuit has settled (default: as far above "
                   "its final crosstalk as --loss-within says)")
      ->check(CLI::Range(-200.0, 0.0));
  verb->add_option("--curves", options->points,
                   "loss and crosstalk of each circuit at so many instants, in the CSV (101) and "
                   "in the JSON")
      ->check(CLI::Range(std::size_t{1}, kMostCurvePoints));
  verb->add_option("--csv", options->csv, "write the curves to this file");
  verb->add_flag("--json", options->json, "print JSON");
  verb->footer(
      "Example:\n  ./heliograph switch platforms/presets/eight_accelerators_benes.yaml settle "
      "--from 0:3,1:2 --circuits 0:2,1:3\n\n"
      "Exit codes: 0 fine, 1 circuits that cannot be routed or never settle, 2 the input is wrong, "
      "3 a fault of ours.");
  verb->callback([common, options, &exit_code] {
    require_file(*common);
    if (options->points && options->csv.empty() && !options->json) {
      throw base::InputError({"--curves", 0, 0}, "needs --csv FILE or --json to show them");
    }
    try {
      exit_code = run_settle(open_switch(*common, options->models, options->cells), *options);
    } catch (const photonics::RoutingFailed& failure) {
      std::cerr << common->file << ": " << failure.what() << '\n';
      exit_code = kDesignFails;
    }
  });
}

}  // namespace heliograph::testbenches
