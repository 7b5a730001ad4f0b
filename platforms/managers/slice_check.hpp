// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/managers/cluster.hpp"

namespace heliograph::platforms {

/// Whether tenants are apart: no two slices share an accelerator, a port or a fibre, and circuits
/// end at their own slice's accelerators. One sentence a violation; slices of different racks share
/// nothing. Looks at the slices alone, not at who the cluster thinks has what.
[[nodiscard]] std::vector<std::string> isolation_violations(const TorusRack& rack,
                                                            const std::vector<Slice>& slices);

/// What is wrong with one slice by itself: as many accelerators as its shape has places, each once;
/// if it has circuits, one between any two neighbours of the shape, on ways from server to server.
[[nodiscard]] std::vector<std::string> slice_mistakes(const TorusRack& rack, const Slice& slice);

/// All of the above of every slice of a cluster, and whether accelerators and fibres are marked as
/// the slices say; fibres beyond those that a trunk has are named too.
[[nodiscard]] std::vector<std::string> cluster_mistakes(const Cluster& cluster);

}  // namespace heliograph::platforms
