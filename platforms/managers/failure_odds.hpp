// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/units.hpp"

namespace heliograph::platforms {

/// The share of time that a thing is down: repair / (active + repair). Morphlux, arXiv
/// 2508.03674v3, Sec. 5. Throws base::InputError if one is negative or both are 0.
[[nodiscard]] double failure_probability(base::Second active, base::Second repair);

/// Z(k), k = 0 .. N: the odds that at least k of N things are down, each by itself with its own
/// probability. By the dynamic program dp[i][k] = dp[i-1][k-1] p_i + dp[i-1][k] (1 - p_i), N^2
/// steps. Throws base::InputError for a probability outside 0 .. 1.
[[nodiscard]] std::vector<double> odds_of_at_least(const std::vector<double>& probabilities);

/// The least K with Z(K) <= 1 - slo, as Morphlux chooses it; at most N + 1. Throws base::InputError
/// for an slo outside 0 .. 1 (a share, 0.95). K spares make up for K failures, so Z(K + 1) would
/// do: spares_needed() is what that comes to.
[[nodiscard]] std::size_t spares_for(const std::vector<double>& probabilities, double slo);
/// The least K with Z(K + 1) <= 1 - slo.
[[nodiscard]] std::size_t spares_needed(const std::vector<double>& probabilities, double slo);

}  // namespace heliograph::platforms
