// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/fabrics/circuits_at_work.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// What stands before the verb of `switch FILE verb`.
struct SwitchOptions {
  std::string file;
  std::vector<std::string> overrides;
};

/// For the callbacks of verbs that need the file. It is not marked as required on the command line:
/// it would take the verb of `switch spectrum --help` for the file.
void require_file(const SwitchOptions& options);

/// The switch of the file: a description or, with files that say what its models and cells are, a
/// netlist. Throws base::InputError.
[[nodiscard]] SwitchSource open_switch(const SwitchOptions& options, const std::string& models,
                                       const std::string& cells);

/// `--set`, which may stand before the verb or after it.
void add_overrides(CLI::App& command, SwitchOptions& options);

/// The file is a description (or not there, which opening it says).
[[nodiscard]] bool is_switch_description(const SwitchOptions& options);

/// `--circuits`, `--permutation`, `--random` and, unless the states follow from a routing anyway,
/// `--states`.
void add_circuit_choice(CLI::App& verb, CircuitChoice& choice, bool with_states);

// Each adds its verbs to `switch`; the exit code goes to `exit_code`.
void add_spectrum_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                       int& exit_code);
void add_fabric_verbs(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code);
void add_settle_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                     int& exit_code);
void add_ports_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                    int& exit_code);
void add_scaling_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code);
void add_calibrate_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                        int& exit_code);
void add_compare_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                      int& exit_code);

}  // namespace heliograph::testbenches
