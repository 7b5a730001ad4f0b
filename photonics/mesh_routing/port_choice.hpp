// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_router.hpp"

namespace heliograph::photonics {

/// How much choose_ports() may do.
struct PortChoiceEffort {
  /// All perfect matchings of the ports are looked at if they are no more than this, else so many
  /// random ones (`sampled`).
  std::size_t matchings = 20'000;
  std::size_t sampled = 2'000;
  /// Sets of ports that are tried one after the other.
  std::size_t sets = 400;
  std::uint64_t seed = 1;
};

struct PortChoice {
  enum class Verdict {
    all_route,      ///< every perfect matching of the ports was routed: proved
    sampled_route,  ///< every one of a random sample was
    none            ///< no such set was found
  };
  Verdict verdict = Verdict::none;
  std::vector<base::PortId> ports;  ///< ascending; the last set tried if none was found
  std::size_t matchings = 0;        ///< routed of that set
  std::size_t sets = 0;             ///< tried
};

/// (count - 1)!!, or the largest number there is.
[[nodiscard]] std::size_t perfect_matchings(std::size_t count);

/// No line through the mesh is crossed by more circuits than it lets pass, whatever the matching:
/// of ports on both its sides, the fewer are no more than its capacity. Without it some matching
/// cannot be routed.
[[nodiscard]] bool lines_allow(const CutBounds& cuts, const std::vector<base::PortId>& ports);

/// Ports of which every perfect matching can be routed: a set is chosen, its matchings are routed,
/// and when one cannot be, the ports of its core are never chosen together again. `usable`: by
/// port; empty for all. `request`: what is stuck, and effort for one matching (all but its pairs).
/// Throws std::invalid_argument when `count` is odd or more than the usable ports.
[[nodiscard]] PortChoice choose_ports(const MeshRouter& router, std::size_t count,
                                      const std::vector<bool>& usable, MeshRequest request,
                                      const PortChoiceEffort& effort = {});

}  // namespace heliograph::photonics
