// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"

namespace heliograph::photonics {

/// An N x N switch out of a mesh: ports for its inputs and its outputs so that each of the N!
/// permutations routes.
struct SwitchPortChoice {
  MeshPorts ports;          ///< ascending
  std::size_t longest = 0;  ///< cells on the longest route of any permutation
  std::size_t cells = 0;    ///< on the routes of all permutations together
};

struct SwitchPortSearch {
  std::optional<SwitchPortChoice> choice;  ///< nothing where no choice routes
  std::size_t choices = 0;                 ///< there are
  std::size_t routed = 0;                  ///< of which the permutations were asked for
};

/// Of all choices of `count` of the ports `inputs` and as many of `outputs` that with which the
/// longest route of any permutation is shortest, then the routes of all permutations have the
/// fewest cells. Choices are taken in the order of what the shortest walks allow at best, so that
/// those behind the first that cannot be better are not looked at. Each permutation is routed for
/// its shortest longest route, which is the best found, not proved.
///
/// `request`: what is stuck, and the effort for one permutation. Throws std::invalid_argument
/// unless `count` is 1 to 6 and no more than the ports of each side, and these are there and none
/// is on both sides or twice.
[[nodiscard]] SwitchPortSearch search_switch_ports(const MeshRouter& router, std::size_t count,
                                                   const std::vector<base::PortId>& inputs,
                                                   const std::vector<base::PortId>& outputs,
                                                   MeshRequest request);

}  // namespace heliograph::photonics
