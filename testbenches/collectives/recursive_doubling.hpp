// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// In round k rank r exchanges all that it has with r xor 2^k.
///   allreduce  whole buffers; numbers of ranks that are no power of two are folded
///   allgather  what was gathered so far (powers of two)
///   barrier    the AllReduce of a token
[[nodiscard]] Algorithm recursive_doubling_algorithm();

}  // namespace heliograph::testbenches
