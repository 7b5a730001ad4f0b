// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/known_misses.hpp"

#include <algorithm>

namespace heliograph::testbenches {

std::vector<KnownMiss> known_misses() {
  return {
      // {"study", "quantity", "why the model misses it, and what would mend that"},
  };
}

std::vector<ReproductionRow> unexpected_misses(const std::vector<ReproductionRow>& rows,
                                               const std::vector<KnownMiss>& known) {
  std::vector<ReproductionRow> misses;
  for (const ReproductionRow& row : rows) {
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const KnownMiss& miss) {
      return miss.study == row.study && miss.quantity == row.quantity;
    });
    if (row.verdict == Verdict::outside && !is_known) {
      misses.push_back(row);
    }
  }
  return misses;
}

}  // namespace heliograph::testbenches
