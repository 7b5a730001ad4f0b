// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// The numbers that a report opens with: completion, bandwidth against its limit, energy per bit
/// and the largest part of the time.
[[nodiscard]] std::vector<KeyFigure> key_figures(const Json& result);

/// What limits the run, in sentences: from the time split of the critical path, and from `blame`,
/// where the run has it. Of a run that did not complete: what is known of why.
[[nodiscard]] std::vector<std::string> what_limits(const Json& result);

/// `line of rank 7` without its numbers: `line of rank`.
[[nodiscard]] std::string resource_kind(const std::string& resource);

}  // namespace heliograph::testbenches
