// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// The AllToAll in rounds that are perfect matchings (a 1-factorisation of the complete graph):
/// each round every rank exchanges blocks with one other, with an odd number of ranks all but one
/// do.
[[nodiscard]] Algorithm round_robin_algorithm();

/// The partner of a rank in a round of the circle method; nothing when it rests. There are
/// ranks - 1 rounds for an even number of ranks, else ranks.
[[nodiscard]] std::optional<std::uint32_t> round_robin_partner(std::uint32_t ranks,
                                                               std::uint32_t rank,
                                                               std::uint32_t round);

}  // namespace heliograph::testbenches
