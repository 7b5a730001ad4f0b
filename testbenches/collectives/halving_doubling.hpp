// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Halves of halves are reduced, then doubled again (Rabenseifner). allreduce folds numbers of
/// ranks that are no power of two; reduce_scatter and allgather are its two parts.
[[nodiscard]] Algorithm halving_doubling_algorithm();

}  // namespace heliograph::testbenches
