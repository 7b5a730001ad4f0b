// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_router.hpp"

namespace heliograph::photonics {

/// No fewer settings join all pairs, and why.
struct AllToAllBound {
  enum class By {
    nothing,   ///< there are no pairs
    partners,  ///< a setting joins a port to one other: the port with the most partners
    pairs,     ///< a setting joins half of the ports to the other half at most
    line,      ///< more pairs lie across a line through the mesh than it lets pass in a setting
    lengths    ///< with lengths on its waveguides, all pairs need more than the mesh has
               ///< (LengthBound)
  };
  By by = By::nothing;
  std::size_t settings = 0;
  std::size_t pairs = 0;  ///< of the port, of all ports, or across the line; of lengths: needed
  std::size_t most = 0;   ///< of these that one setting can join; of lengths: there
  /// Of a line: the ports on its side that has fewer; of partners: the one port.
  std::vector<base::PortId> ports;
};

/// How much all_to_all_cover() may do: counts, so that the result is the same on every machine.
struct AllToAllEffort {
  /// Changes of a cell that are tried to join all pairs with a number of settings.
  std::size_t moves = 20'000'000;
  /// How often it is tried to do with one setting less before that is given up.
  std::size_t attempts = 2;
  /// Searches of shortest walks for a bound by lengths.
  std::size_t searches = 120'000;
  std::uint64_t seed = 1;
};

/// Settings of the cells that together join every two ports that any setting can join.
struct AllToAllCover {
  std::vector<MeshPair> joined;     ///< pairs of the ports that are joined
  std::vector<MeshPair> never;      ///< that no setting joins: proved
  std::vector<MeshPair> undecided;  ///< for which none was found, nor proved that none is there
  /// Of each setting the pairs that are joined in it; each pair is in one.
  std::vector<std::vector<MeshPair>> circuits;
  std::vector<MeshResult> results;  ///< by setting; all are routed
  AllToAllBound bound;              ///< of settings for `joined`
};

/// The best bound of these; of equal ones the simplest. `pairs`: different ones. The task: what is
/// stuck.
[[nodiscard]] AllToAllBound all_to_all_bound(const MeshTask& task, const CutBounds& cuts,
                                             const std::vector<MeshPair>& pairs,
                                             std::size_t searches);

/// As few settings as are found that join all pairs of `ports`. That they are the fewest is proved
/// only when there are as many as the bound says. Settings are found by annealing all of them
/// together (SettingCover), one less at a time; then each pair is left in one setting, where its
/// way is shortest, and each setting's pairs are routed by the router. `request`: what is stuck,
/// objective and effort for one setting (all but its pairs). Throws std::invalid_argument when a
/// port is given twice or is not there.
[[nodiscard]] AllToAllCover all_to_all_cover(const MeshRouter& router,
                                             const std::vector<base::PortId>& ports,
                                             MeshRequest request,
                                             const AllToAllEffort& effort = {});

}  // namespace heliograph::photonics
