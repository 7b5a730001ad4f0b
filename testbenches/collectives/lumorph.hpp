// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Lumorph-2: recursive halving and doubling on circuits that are set for each round.
[[nodiscard]] Algorithm lumorph2_algorithm();

/// Lumorph-4: recursive quartering and quadrupling. The wavelengths of a chip are split into three
/// lane groups, each with a circuit of its own to one of the three partners of a round. Powers of
/// two that are no power of four have one round of halves besides.
[[nodiscard]] Algorithm lumorph4_algorithm();

}  // namespace heliograph::testbenches
