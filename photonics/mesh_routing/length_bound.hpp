// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_task.hpp"

namespace heliograph::photonics {

/// Lengths of the waveguides that show how many settings are needed to join pairs of ports: the
/// circuits of one setting share no waveguide, so they are together no longer than all of them, and
/// none is shorter than the shortest walk between its ports.
struct LengthBound {
  std::uint64_t needed = 0;  ///< all pairs' shortest walks
  std::uint64_t there = 0;   ///< all waveguides
  /// No fewer settings join all pairs. In whole numbers, so that it is proved however the lengths
  /// were found.
  [[nodiscard]] std::size_t settings() const {
    return there == 0 ? 0 : static_cast<std::size_t>((needed + there - 1) / there);
  }
};

/// The greatest that is found: the lengths of waveguides that many walks use grow (multiplicative
/// weights, N. Garg and J. Koenemann, FOCS 1998), which comes near the best that there is, the dual
/// of sharing the pairs out over settings in fractions. Lines through the mesh and ports with their
/// partners are lengths of this kind too. `searches`: of shortest walks from a port. The task: what
/// is stuck; its pairs do not matter. Pairs that no walk joins count nothing.
[[nodiscard]] LengthBound length_bound(const MeshTask& task, const std::vector<MeshPair>& pairs,
                                       std::size_t searches);

}  // namespace heliograph::photonics
