// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// StragglAR: an AllReduce for one late rank, the last. While it is awaited the others do a ring
/// ReduceScatter (ranks - 2 rounds); then come the rounds of straggler_rounds(), in each of which
/// at most one chunk of ranks - 1 goes each way. These are synthesised and held as a table of
/// ranks^2 entries of 20 bytes, for up to 1024 ranks.
[[nodiscard]] Algorithm stragglar_algorithm();

}  // namespace heliograph::testbenches
