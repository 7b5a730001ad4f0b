// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Bruck's algorithms: ceil(log2 n) rounds at distances 1, 2, 4, ... for any number of ranks, with
/// local turning of the buffers before and after.
///   allgather       each round gathers as much again
///   reduce_scatter  the same backwards, with sums
///   allreduce       both, one after the other
///   alltoall        in round k every block travels 2^k ranks whose remaining way has bit k set
[[nodiscard]] Algorithm bruck_algorithm();

}  // namespace heliograph::testbenches
