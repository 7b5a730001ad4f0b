// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// The binomial tree: counted from the root, rank v reports to v without its lowest one bit.
///   reduce     sums go up, whole buffers
///   broadcast  the buffer goes down, to the largest subtree first
///   allreduce  up and down, root 0
///   barrier    the AllReduce of a token
[[nodiscard]] Algorithm tree_algorithm();

}  // namespace heliograph::testbenches
