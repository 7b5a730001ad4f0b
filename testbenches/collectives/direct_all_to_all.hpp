// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The direct AllToAll, from input to output, for at least 2 ranks (otherwise
/// std::invalid_argument): each rank sends each other its chunk, and copies its own. Stream s of
/// rank r sends to r + s + 1 and receives from r - s - 1, so that at every distance each rank is
/// sent to by one other; the last stream copies. Streams do not wait for each other. The steps are
/// computed, not stored.
[[nodiscard]] std::unique_ptr<Schedule> make_direct_all_to_all(std::uint32_t ranks);

}  // namespace heliograph::testbenches
