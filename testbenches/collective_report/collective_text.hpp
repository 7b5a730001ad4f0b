// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/collective_report/collective_survey.hpp"

namespace heliograph::testbenches {

/// What a person reads.
[[nodiscard]] std::string collective_text(const CollectiveSurvey& survey);
/// The same and every round, for machines.
[[nodiscard]] std::string collective_json(const CollectiveSurvey& survey);
/// All algorithms with what they can do, as a page in Markdown.
[[nodiscard]] std::string collective_list_markdown();

}  // namespace heliograph::testbenches
