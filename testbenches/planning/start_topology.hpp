// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "testbenches/planning/rank_topology.hpp"

namespace heliograph::testbenches {

/// The topology of that name: `ring`, `ring_one_way`, `torus:4x4`, `full_mesh` or `none`. Throws
/// base::InputError at `place` with the nearest name, or when the torus is not of that many ranks.
[[nodiscard]] RankTopology start_topology(const std::string& name, std::uint32_t ranks,
                                          const base::SourceLocation& place);

}  // namespace heliograph::testbenches
