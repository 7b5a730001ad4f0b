// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Rings along each dimension of a torus, one dimension after the other: ReduceScatters along all
/// of them, then AllGathers backwards. The data is not subdivided: one dimension is busy at a time.
[[nodiscard]] Algorithm bucket_algorithm();

/// The dimensions that a request means: its own, or the two nearest to a square.
[[nodiscard]] std::vector<std::uint32_t> bucket_dimensions(const CollectiveRequest& request);

}  // namespace heliograph::testbenches
