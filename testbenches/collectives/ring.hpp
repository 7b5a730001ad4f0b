// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "testbenches/collectives/algorithm.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Rank r sends to r + 1 and receives from r - 1, one stream a rank.
///   allreduce       ranks - 1 rounds form the sums (s, rrc), ranks - 1 more pass them on (s, r)
///   reduce_scatter  the first half, turned so that rank r ends with block r
///   allgather       the second half
///   broadcast       a chain from the root, which the chunks travel one behind the other
///   reduce          a chain to the root, likewise
[[nodiscard]] Algorithm ring_algorithm();

/// The ring AllReduce, in place, for at least 2 ranks (otherwise std::invalid_argument), as many
/// chunks as ranks. Each rank sends 2 (ranks - 1) chunks. The steps are computed, not stored.
[[nodiscard]] std::unique_ptr<Schedule> make_ring_all_reduce(std::uint32_t ranks);

/// The ring AllGather, in place, for at least 2 ranks: the second half of the above. Each rank
/// gives one chunk and sends ranks - 1.
[[nodiscard]] std::unique_ptr<Schedule> make_ring_all_gather(std::uint32_t ranks);

}  // namespace heliograph::testbenches
