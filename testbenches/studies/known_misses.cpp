// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/known_misses.hpp"

#include <algorithm>

namespace heliograph::testbenches {

std::vector<KnownMiss> known_misses() {
  return {
      // {"study", "quantity", "why the model misses it, and what would mend that"},
      {"measured_switches", "LightIN 4x4: worst crosstalk of one input at 1560 nm",
       "Leaks that reach an output over several ways add in phase, since the fixed phases of the "
       "waveguides are taken as equal; and all sixteen pairs are looked at, where the paper has "
       "eight paths. Phases of the waveguides in the layout would mend the first."},
      {"measured_switches", "LightIN 4x4: worst crosstalk of one input at 1560 nm, powers added",
       "Several leaks of cells in cross reach one output, each of -22 dB by the measured "
       "coupling; the paper has eight of the sixteen pairs and does not say which. Its table of "
       "paths would mend it."},
      {"measured_switches", "LightIN 4x4: worst crosstalk of one input over 20 nm",
       "As at 1560 nm; the couplers depart from 50:50 toward shorter wavelengths."},
      {"measured_switches", "LightIN 4x4: latency",
       "A planar network of four columns stands for the switch; on the chip it is made of more "
       "cells of the mesh (60 ps are nine of them) and has access waveguides. Routing on meshes "
       "would mend it."},
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
