// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Everybody sends to everybody at once, one stream a peer.
///   alltoall        each rank sends to each other
///   allgather       the own block to all
///   reduce_scatter  each block to its rank, which adds them up
///   allreduce       both, one after the other
///   broadcast       the root sends to all
///   reduce          all send to the root
///   send_receive    the root sends to the next rank
///   alltoallv, moe_dispatch, moe_combine  as traffic_of() says
[[nodiscard]] Algorithm direct_algorithm();

}  // namespace heliograph::testbenches
