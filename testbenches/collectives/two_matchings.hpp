// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// An AllGather of 8 ranks, in place, whose halves do the same job in different ways, so that a
/// circuit switch must serve two kinds of matching at once. Ranks 0-3 double recursively (exchange
/// with r ^ 1, then two chunks with r ^ 2); ranks 4-7 pass their chunks round a ring in three
/// rounds; at last r and r + 4 exchange the four chunks of their halves.
[[nodiscard]] std::unique_ptr<Schedule> make_two_matchings_all_gather();

}  // namespace heliograph::testbenches
