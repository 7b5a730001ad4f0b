// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace heliograph::testbenches {

/// What stands before the verb of `switch FILE verb`.
struct SwitchOptions {
  std::string file;
  std::vector<std::string> overrides;
};

/// For the callbacks of verbs that need the file. It is not marked as required on the command line:
/// it would take the verb of `switch spectrum --help` for the file.
void require_file(const SwitchOptions& options);

// Each adds its verbs to `switch`; the exit code goes to `exit_code`.
void add_spectrum_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                       int& exit_code);
void add_fabric_verbs(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code);
void add_compare_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code);

}  // namespace heliograph::testbenches
