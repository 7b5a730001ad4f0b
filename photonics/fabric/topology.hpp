// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/fabric/fabric_layout.hpp"

namespace heliograph::photonics {

/// The feed-forward fabrics of 2x2 cells, by what the field calls them. Numbers of cells (N ports):
enum class Topology {
  benes,              ///< (N/2)(2 log2 N - 1); rearrangeable
  dilated_benes,      ///< 2 N log2 N, of which each carries one signal; rearrangeable
  planar,             ///< N(N-1)/2 without a crossing (Spanke-Benes); rearrangeable
  switch_and_select,  ///< 2 N(N-1) cells of which one port is dark (Spanke); strictly non-blocking
  crossbar,           ///< N^2; strictly non-blocking; 1 to 2N-1 cells on a path
  piloss,             ///< N^2; strictly non-blocking; N cells on every path
  clements,           ///< as planar, with two phases a cell: any unitary
  reck                ///< N(N-1)/2 in a triangle, with two phases a cell: any unitary
};

/// All of them, in the order of the enumeration.
[[nodiscard]] std::vector<Topology> all_topologies();
/// The name in files and on the command line, e.g. `dilated_benes`.
[[nodiscard]] std::string_view to_string(Topology topology);
[[nodiscard]] std::optional<Topology> topology_of(std::string_view name);

/// Ports that a fabric of this kind may have: powers of two for the two Benes fabrics, any number
/// for the others; 2 to 64.
inline constexpr std::size_t kFewestPorts = 2;
inline constexpr std::size_t kMostPorts = 64;
[[nodiscard]] bool allows(Topology topology, std::size_t ports);
/// What allows() allows, in words: `a power of two from 2 to 64`.
[[nodiscard]] std::string allowed_ports(Topology topology);

/// A circuit can always be added without a change to those that are there.
[[nodiscard]] bool strictly_non_blocking(Topology topology);
/// A second phase shifter in each cell (on its upper input) and one at each output make any
/// unitary.
[[nodiscard]] bool universal(Topology topology);

/// Throws std::invalid_argument unless allows(topology, ports).
[[nodiscard]] FabricLayout make_layout(Topology topology, std::size_t ports);

}  // namespace heliograph::photonics
