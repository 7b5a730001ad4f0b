// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/managers/cluster.hpp"
#include "platforms/managers/placement.hpp"
#include "platforms/managers/slice.hpp"

namespace heliograph::platforms {

/// A slice in servers: its slots. Precondition: whole servers.
[[nodiscard]] Extent slot_grid(const TorusRack& rack, const Extent& shape);

/// The accelerators of a slice by place in its shape, from the servers of its slots.
[[nodiscard]] std::vector<ChipId> chips_of_slots(const TorusRack& rack, const Extent& shape,
                                                 const std::vector<ServerId>& server_of);

/// The port of an accelerator that leads to its neighbour in the slice along a dimension.
[[nodiscard]] std::uint32_t port_towards(Dimension dimension, bool upward);

/// Circuits between all neighbours of a slice, with fibres that are free in `state`. A link between
/// slots takes `fibres_per_link` fibres on each trunk of its way, dealt out in turn to the pairs of
/// accelerators that face each other.
[[nodiscard]] std::vector<SliceCircuit> circuits_of(const TorusRack& rack, const RackState& state,
                                                    const Extent& shape,
                                                    const std::vector<ChipId>& chips,
                                                    const Placement& placement,
                                                    int fibres_per_link);

}  // namespace heliograph::platforms
