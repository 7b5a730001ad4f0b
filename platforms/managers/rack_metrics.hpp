// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "platforms/managers/cluster.hpp"
#include "platforms/managers/slice_allocator.hpp"

namespace heliograph::platforms {

/// Accelerators of the largest of these shapes that the allocator would find in a rack now; 0 if
/// none.
[[nodiscard]] int largest_slice(const Cluster& cluster, RackId rack,
                                const SliceAllocator& allocator, const std::vector<Extent>& shapes);

/// I = 1 - S / T of a rack, S its largest_slice(), T its free accelerators; 0 if none is free.
/// Morphlux, arXiv 2508.03674v3, Sec. 3.
[[nodiscard]] double fragmentation_index(const Cluster& cluster, RackId rack,
                                         const SliceAllocator& allocator,
                                         const std::vector<Extent>& shapes);

/// When a port of a static torus is of use to the slice that has the accelerator.
enum class PortRule {
  inside_slice,  ///< its link leads to an accelerator of the same slice
  whole_rings,   ///< its line through the rack is all the slice's, so that a ring closes
};

/// Ports by dimension: how many accelerators' ports there are, how many are of use.
struct TorusPortUse {
  std::array<int, kDimensions> ports{};
  std::array<int, kDimensions> used{};

  [[nodiscard]] double used_share() const;  ///< of all dimensions together; 1 without ports
  [[nodiscard]] double used_share(Dimension dimension) const;
};

/// Of one slice on the static torus, wherever its accelerators are.
[[nodiscard]] TorusPortUse torus_port_use(const TorusRack& rack, const Slice& slice, PortRule rule);

/// Of all slices of a rack together.
[[nodiscard]] TorusPortUse torus_port_use(const Cluster& cluster, RackId id, PortRule rule);

/// Healthy accelerators that have to be found for the failed ones, by how a machine replaces.
struct Replacements {
  int failed = 0;     ///< accelerators of slices that failed
  int by_slice = 0;   ///< each slice that lost one moves as a whole (TPU: job migration)
  int by_server = 0;  ///< each server that lost one is evicted (Kubernetes)
  int by_chip = 0;    ///< one for one (circuits to a spare, or an ideal switch)
};
/// Of the failed accelerators of a rack that slices have.
[[nodiscard]] Replacements replacements(const Cluster& cluster, RackId rack);

}  // namespace heliograph::platforms
