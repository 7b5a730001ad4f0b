// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/description/parameter_check.hpp"
#include "platforms/description/switch_config.hpp"

namespace heliograph::platforms {

/// What must hold between the parameters that say what a switch is made of: its kind and the keys
/// that only other kinds have, its geometry, its heaters. The paths of its files become absolute or
/// relative to the working directory.
void check_make(SwitchConfig& config, const FileSource& files, ParameterCheck& check);

/// The same for the switch on its own, without a controller: it may have any number of ports that
/// its topology allows.
void check_alone(SwitchConfig& config, const FileSource& files, ParameterCheck& check);

}  // namespace heliograph::platforms
