// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Two rings side by side: each block has two halves, one goes to r + 1 and one to r - 1. In units
/// of half blocks; allreduce, reduce_scatter and allgather as in ring_algorithm().
[[nodiscard]] Algorithm bidirectional_ring_algorithm();

}  // namespace heliograph::testbenches
