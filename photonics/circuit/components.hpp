// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace heliograph::photonics {

/// The strongly connected components of a directed graph.
struct Components {
  /// The component of each node. An edge never leads to a higher-numbered component.
  std::vector<std::size_t> of;
  std::size_t count = 0;
  /// Whether a component can return to itself: more than one node, or an edge to itself.
  std::vector<bool> cyclic;
};

/// `successors[i]`: the nodes that node i has an edge to. (Tarjan 1972, without recursion, since a
/// chain of parts can be as deep as the circuit is long.)
[[nodiscard]] Components strongly_connected(
    const std::vector<std::vector<std::size_t>>& successors);

}  // namespace heliograph::photonics
