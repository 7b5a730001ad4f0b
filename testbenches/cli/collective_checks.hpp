// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/collectives/algorithm.hpp"

namespace CLI {
class App;
}

namespace heliograph::testbenches {

/// Throws base::InputError at an option that was given and that the algorithm, its operation or the
/// other options leave without effect, saying who uses it.
void check_used_options(const CLI::App& command, const Algorithm& algorithm,
                        const CollectiveRequest& request, bool plans);

/// The same for the options of a plan among themselves; `start` is the start topology.
void check_used_plan_options(const CLI::App& command, const std::string& start);

/// The numbers of `--counts` for a request. Throws base::InputError saying which entry is not a
/// whole number or is negative, or how many were found and how many are expected.
[[nodiscard]] std::vector<std::int64_t> read_counts(const std::string& text,
                                                    const CollectiveRequest& request);

/// Throws base::InputError for experts that the ranks do not divide, or more experts a token than
/// there are. Only of a mixture of experts.
void check_experts(const CollectiveRequest& request);

/// The times of `--arrivals-us`. Throws base::InputError saying which entry is none.
[[nodiscard]] std::vector<double> read_arrivals(const std::string& text);

}  // namespace heliograph::testbenches
