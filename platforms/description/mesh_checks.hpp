// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "photonics/fabric/mesh_outline.hpp"
#include "platforms/description/parameter_check.hpp"
#include "platforms/description/switch_config.hpp"

namespace heliograph::platforms {

/// The ports and the failed cells that a description names must be there in a mesh of this shape.
/// Where cells may rest at any phase the heaters reach all of them.
/// switch.ports becomes the number of tx_ports, if they are given. Precondition: mesh_edges() takes
/// the shape, if rows and columns are known.
void check_mesh_places(SwitchConfig& config, const photonics::MeshShape& shape,
                       ParameterCheck& check);

}  // namespace heliograph::platforms
