// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "photonics/fabric/topology.hpp"
#include "photonics/routing/circuit_router.hpp"

namespace heliograph::photonics {

/// The router of a fabric of this topology. It copies what it needs of the fabric, which may then
/// go: its graph, and the losses of its ways and cells.
///   benes: looping (benes_looping.hpp); dilated_benes: through the Benes network that it is made
///   from; planar, clements, reck: by sorting (sorting_rule.hpp); crossbar, piloss,
///   switch_and_select: each circuit by its own way, and no other (direct_rule.hpp).
/// Throws std::invalid_argument when the fabric cannot be of this topology (its ports or cells are
/// too few or too many).
[[nodiscard]] std::unique_ptr<CircuitRouter> make_router(Topology topology,
                                                         const SwitchFabric& fabric);

}  // namespace heliograph::photonics
