// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The ring AllReduce, in place, for at least 2 ranks (otherwise std::invalid_argument): rank r
/// sends to r + 1 and receives from r - 1, one stream a rank, as many chunks as ranks. In
/// ranks - 1 rounds the sums are formed (s, rrc), in ranks - 1 more they are passed on (s, r).
/// Each rank sends 2 (ranks - 1) chunks. The steps are computed, not stored.
[[nodiscard]] std::unique_ptr<Schedule> make_ring_all_reduce(std::uint32_t ranks);

/// The ring AllGather, in place, for at least 2 ranks: the second half of the above. Each rank
/// gives one chunk and sends ranks - 1.
[[nodiscard]] std::unique_ptr<Schedule> make_ring_all_gather(std::uint32_t ranks);

}  // namespace heliograph::testbenches
