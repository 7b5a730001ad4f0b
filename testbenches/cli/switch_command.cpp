// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/switch_command.hpp"

#include <memory>

#include "base/diagnostics.hpp"
#include "testbenches/check/file_check.hpp"
#include "testbenches/cli/switch_verbs.hpp"

namespace heliograph::testbenches {

void require_file(const SwitchOptions& options) {
  if (options.file.empty()) {
    throw CLI::RequiredError("file");
  }
}

SwitchSource open_switch(const SwitchOptions& options, const std::string& models,
                         const std::string& cells) {
  const FileKind kind = kind_of_file(options.file);
  if (kind == FileKind::netlist) {
    if (!options.overrides.empty()) {
      throw base::InputError({"--set", 0, 0},
                             "has no effect on a netlist: name it in a description (`switch: "
                             "{fabric: netlist, netlist: ...}`)");
    }
    return open_switch_netlist(options.file, models, cells);
  }
  if (!is_switch_description(options)) {
    throw base::InputError(
        {options.file, 0, 0},
        "found " + std::string(to_string(kind)) + "; expected a switch description or a netlist");
  }
  if (!models.empty() || !cells.empty()) {
    throw base::InputError({models.empty() ? "--cells" : "--models", 0, 0},
                           "has no effect but on a netlist");
  }
  return open_switch_description(options.file, options.overrides);
}

bool is_switch_description(const SwitchOptions& options) {
  const FileKind kind = kind_of_file(options.file);
  return kind == FileKind::scenario || kind == FileKind::platform || kind == FileKind::unknown;
}

void add_overrides(CLI::App& command, SwitchOptions& options) {
  command
      .add_option("--set", options.overrides,
                  "path.to.key=value over the description (may be given several times)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_circuit_choice(CLI::App& verb, CircuitChoice& choice, bool with_states) {
  verb.add_option("--circuits", choice.matching.circuits,
                  "circuits, as input:output,... (default: input i to output i + 1)");
  verb.add_option("--permutation", choice.matching.permutation,
                  "the output of each input, as 3,7,-,0,... (- for none)");
  verb.add_flag("--random", choice.matching.random,
                "a permutation drawn from the description's seed");
  if (with_states) {
    verb.add_option("--states", choice.states,
                    "states of cells, as '0x 1= 2x' (x cross, = bar; others idle), in place of a "
                    "routing");
  }
}

void add_switch_command(CLI::App& app, int& exit_code) {
  auto common = std::make_shared<SwitchOptions>();
  CLI::App* command = app.add_subcommand("switch", "one optical circuit or switch on its own");
  command->add_option("file", common->file,
                      "switch description (YAML: `switch: {...}`, a platform or a scenario), "
                      "netlist (YAML or JSON) or, for spectrum, S-parameter file (.sparam, .dat, "
                      ".sNp); before the verb");
  add_overrides(*command, *common);
  command->require_subcommand(1);
  add_fabric_verbs(*command, common, exit_code);
  add_settle_verb(*command, common, exit_code);
  add_ports_verb(*command, common, exit_code);
  add_scaling_verb(*command, common, exit_code);
  add_calibrate_verb(*command, common, exit_code);
  add_spectrum_verb(*command, common, exit_code);
  add_compare_verb(*command, common, exit_code);
  command->footer(
      "Example:\n  ./heliograph switch platforms/presets/eight_accelerators_benes.yaml info\n"
      "  ./heliograph switch compare --ports 8\n\n"
      "Exit codes: 0 fine, 1 circuits that cannot be routed or do not arrive, 2 the input is "
      "wrong, "
      "3 a fault of ours.");
}

}  // namespace heliograph::testbenches
