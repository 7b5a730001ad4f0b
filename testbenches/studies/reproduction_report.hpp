// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/studies/known_misses.hpp"
#include "testbenches/studies/reproduction.hpp"

namespace heliograph::testbenches {

/// A table for people: published beside the model's, study by study, and a count of verdicts.
[[nodiscard]] std::string reproduction_text(const std::vector<ReproductionRow>& rows,
                                            const std::vector<KnownMiss>& known);
/// `{"rows": [...]}`; what a row does not have is null.
[[nodiscard]] std::string reproduction_json(const std::vector<ReproductionRow>& rows);

/// The names of studies and what they are about; the second as `{"rows": [...]}`.
[[nodiscard]] std::string study_list_text(const std::vector<Study>& studies);
[[nodiscard]] std::string study_list_json(const std::vector<Study>& studies);

}  // namespace heliograph::testbenches
