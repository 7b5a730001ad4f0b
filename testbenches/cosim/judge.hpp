// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

/// Cases of judge_controller(), in their order: "registers", "corner/...", "fault/...",
/// "reset/...", "random", "initial_state".
[[nodiscard]] std::vector<std::string> controller_case_names();

/// Puts a full controller through all cases on the cycle bench, each from a reset on.
/// Throws base::InputError for a register description that is wrong, and std::invalid_argument for
/// a case that is not there.
[[nodiscard]] CosimReport judge_controller(const CosimOptions& options,
                                           const ControllerFactory& factory);

/// A block of registers behind AXI4-Lite and nothing more: the bus and the register suite.
/// `options` should bring a description; else the contract's registers are expected.
[[nodiscard]] CosimReport judge_registers(const CosimOptions& options,
                                          const ControllerFactory& factory);

/// Puts a scheduler before requests at random, full load and single pairs, and its slots before
/// their rules.
[[nodiscard]] CosimReport judge_scheduler(const CosimOptions& options,
                                          const SchedulerFactory& factory);

}  // namespace heliograph::testbenches
