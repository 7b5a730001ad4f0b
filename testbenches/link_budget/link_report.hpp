// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/link_budget/link_survey.hpp"

namespace heliograph::testbenches {

// What `heliograph link FILE` prints: one link row by row, and what all links of the survey need.

/// For people. `shown` is one of the survey's links.
[[nodiscard]] std::string link_text(const SwitchSource& source, const LinkSurvey& survey,
                                    const SurveyedLink& shown, const LinkTarget& target);
/// The same as JSON, with a row a link under `links`.
[[nodiscard]] std::string link_json(const SwitchSource& source, const LinkSurvey& survey,
                                    const SurveyedLink& shown, const LinkTarget& target);

}  // namespace heliograph::testbenches
