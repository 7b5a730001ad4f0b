// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// Two binary trees, each for one half of the buffer: who has children in the one has (but for one
/// rank) none in the other. Chunks go up with sums and down again, one behind the other.
/// At most seven streams a rank.
[[nodiscard]] Algorithm double_tree_algorithm();

}  // namespace heliograph::testbenches
