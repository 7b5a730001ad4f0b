// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heliograph::testbenches {

/// What two ranks do in a round of StragglAR's second phase. In a `fresh` pair, a rank and the
/// straggler exchange one chunk and both add; in others each sends what the other lacks, if any.
struct StragglerPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::optional<std::uint32_t> first_sends;   ///< a chunk
  std::optional<std::uint32_t> second_sends;  ///< a chunk
  bool fresh = false;
};

/// The second phase of StragglAR: ranks 0 to n - 2 hold chunk r of their rank r, summed over all
/// but the straggler, rank n - 1. In round r < n - 1 rank r and the straggler complete chunk r;
/// completed chunks spread in pairs meanwhile. Each round is a matching.
///
/// n a power of two from 4 on: n - 2 + log2 n rounds (Theorem 1 of arXiv 2505.23523). Other even n:
/// in each round a matching of great (not always the greatest) weight, where the paper takes the
/// maximum; the number of rounds is what comes out.
/// Precondition: n is even and at least 4.
[[nodiscard]] std::vector<std::vector<StragglerPair>> straggler_rounds(std::uint32_t ranks);

}  // namespace heliograph::testbenches
