// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/switch_command.hpp"

#include <memory>

#include "testbenches/cli/switch_verbs.hpp"

namespace heliograph::testbenches {

void require_file(const SwitchOptions& options) {
  if (options.file.empty()) {
    throw CLI::RequiredError("file");
  }
}

void add_switch_command(CLI::App& app, int& exit_code) {
  auto common = std::make_shared<SwitchOptions>();
  CLI::App* command = app.add_subcommand("switch", "one optical circuit or switch on its own");
  command->add_option("file", common->file,
                      "switch description (YAML: `switch: {...}`, a platform or a scenario), "
                      "netlist (YAML or JSON) or, for spectrum, S-parameter file (.sparam, .dat, "
                      ".sNp); before the verb");
  command
      ->add_option("--set", common->overrides,
                   "path.to.key=value over the description (may be given several times); before "
                   "the verb")
      ->allow_extra_args(false);
  command->require_subcommand(1);
  add_fabric_verbs(*command, common, exit_code);
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
