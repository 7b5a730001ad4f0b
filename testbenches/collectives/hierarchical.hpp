// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// An AllReduce on two levels: in groups of neighbouring ranks each member gets the sum of its part
/// from all others at once (direct); rings through the groups add the parts up; the members give
/// their parts to each other. The group is a scale-up domain where everybody reaches everybody.
[[nodiscard]] Algorithm hierarchical_algorithm();

}  // namespace heliograph::testbenches
