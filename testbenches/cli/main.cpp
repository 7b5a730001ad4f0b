// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "base/diagnostics.hpp"
#include "testbenches/cli/check_command.hpp"
#include "testbenches/cli/collective_command.hpp"
#include "testbenches/cli/cosim_command.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/link_command.hpp"
#include "testbenches/cli/report_command.hpp"
#include "testbenches/cli/reproduce_command.hpp"
#include "testbenches/cli/run_command.hpp"
#include "testbenches/cli/switch_command.hpp"
#include "testbenches/cli/usage_error.hpp"

namespace {

using heliograph::testbenches::kOurFault;
using heliograph::testbenches::kWrongInput;

int run_command_line(int argc, char** argv) {
  CLI::App app("Heliograph: a cycle-approximate model of photonic switches and links");
  app.name("heliograph");
  app.require_subcommand(1);
  app.footer("Example:\n  ./heliograph run testbenches/scenarios/first_light.yaml");
  int exit_code = 0;
  heliograph::testbenches::add_run_command(app, exit_code);
  heliograph::testbenches::add_check_command(app, exit_code);
  heliograph::testbenches::add_switch_command(app, exit_code);
  heliograph::testbenches::add_link_command(app, exit_code);
  heliograph::testbenches::add_collective_command(app, exit_code);
  heliograph::testbenches::add_cosim_command(app, exit_code);
  heliograph::testbenches::add_reproduce_command(app, exit_code);
  heliograph::testbenches::add_report_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& fault) {
    std::cerr << heliograph::testbenches::usage_error_text(app, fault);
    return kWrongInput;
  } catch (const heliograph::base::InputError& fault) {
    std::cerr << fault.what();
    return kWrongInput;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  try {
    const int exit_code = run_command_line(argc, argv);
    if (!std::cout.flush()) {
      std::cerr << "heliograph: standard output cannot be written\n";
      return kWrongInput;
    }
    return exit_code;
  } catch (const std::exception& fault) {
    std::cerr << "heliograph: a fault of ours, please report it: " << fault.what() << '\n';
    return kOurFault;
  }
}
