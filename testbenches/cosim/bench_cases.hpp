// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/switch_operator.hpp"

namespace heliograph::testbenches {

/// One thing that a controller is put through, from a reset on. The monitors judge; a case makes
/// things happen.
struct BenchCase {
  std::string name;
  std::function<void(SwitchOperator&, const CosimOptions&)> run;
};

/// Throws base::InputError at `--case` with the names that there are and the nearest.
[[noreturn]] void refuse_case(const std::string& name, const std::vector<std::string>& names);

/// Maps and commits at the borders of what is allowed.
[[nodiscard]] std::vector<BenchCase> corner_cases();
/// What breaks around a controller.
[[nodiscard]] std::vector<BenchCase> fault_cases();
/// Reset at each moment of a reconfiguration.
[[nodiscard]] std::vector<BenchCase> reset_cases();
/// Constrained random reconfigurations.
[[nodiscard]] std::vector<BenchCase> random_cases();

}  // namespace heliograph::testbenches
