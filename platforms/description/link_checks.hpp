// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/description/parameter_check.hpp"
#include "platforms/description/platform_config.hpp"

namespace heliograph::platforms {

/// What must hold between the parameters of an optical machine's link layer, frames and FEC.
void check_link_layer(const PlatformConfig& platform, ParameterCheck& check);

}  // namespace heliograph::platforms
