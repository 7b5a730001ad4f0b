// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "photonics/mesh_routing/mesh_router.hpp"

namespace heliograph::photonics {

/// Matchings that together join each two of the ports once: N - 1 rounds of N / 2 pairs (N if N is
/// odd, each with one port left out). By the circle method: in each round, ports that lie opposite
/// each other across one line are joined. So given in their order round a mesh, the pairs of a
/// round do not cross each other. Throws std::invalid_argument when a port is given twice.
[[nodiscard]] std::vector<std::vector<MeshPair>> round_robin(
    const std::vector<base::PortId>& ports);

/// All rounds routed.
struct RoundRobin {
  std::vector<std::vector<MeshPair>> rounds;
  std::vector<MeshResult> results;

  /// The first round that is not routed.
  [[nodiscard]] std::optional<std::size_t> first_failure() const;
};

/// `request`: all but its pairs.
[[nodiscard]] RoundRobin route_round_robin(const MeshRouter& router,
                                           const std::vector<base::PortId>& ports,
                                           MeshRequest request);

/// `count` of the mesh's ports, spread evenly over those that may be used, in their order round the
/// mesh. `usable`: by port; empty for all. Throws std::invalid_argument when there are not so many.
[[nodiscard]] std::vector<base::PortId> spread_ports(const MeshRouter& router, std::size_t count,
                                                     const std::vector<bool>& usable = {});

}  // namespace heliograph::photonics
