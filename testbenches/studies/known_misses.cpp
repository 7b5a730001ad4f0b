// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/known_misses.hpp"

#include <algorithm>

namespace heliograph::testbenches {

std::vector<KnownMiss> known_misses() {
  return {
      // {"study", "quantity", "why the model misses it, and what would mend that"},
      {"measured_switches", "LightIN 4x4: least on-chip loss",
       "Every route passes nine cells, which the model takes as alike, so that its losses differ "
       "by "
       "0.1 dB; fitted to the middle of the published ones it misses both ends by 0.52 and 0.53 "
       "dB, where "
       "fibre couplings are allowed 0.5 dB. Losses from cell to cell, or the ports and ways of the "
       "measured paths, would mend it."},
      {"measured_switches", "LightIN 4x4: greatest on-chip loss",
       "As the least loss: on the chip routes of as many cells differ by 1.1 dB."},
      {"measured_switches", "Chen 8x8: greatest less least loss",
       "Our drawn layout has up to 49 crossings on a path and none on another, and each takes a "
       "default of 0.028 dB. The paper's layout and crossings would mend it."},
      {"smartlight", "loss of a way of 2 cells",
       "The published 7.7 dB of two cells and 10 dB of fifteen are not the same sum of losses: "
       "what light loses between the facet and the mesh, 5 to 8.4 dB, depends on the port. Losses "
       "by port would mend it."},
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
