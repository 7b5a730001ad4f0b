// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/units.hpp"
#include "photonics/link/link_design.hpp"
#include "platforms/description/platform_config.hpp"

namespace heliograph::platforms {

/// The way of a circuit's light as the platform has it: transceiver, fibre, facet, amplifier,
/// fabric and back. The one place that says so, for link budgets and for runs.
struct LinkPath {
  photonics::LinkDesign design;  ///< of a fabric without loss, and without other circuits' light
  std::size_t fabric = 0;        ///< position of the fabric in design.path
};

/// `carrier`: the frequency of the light.
[[nodiscard]] LinkPath link_path(const PlatformConfig& platform, base::Hertz carrier);

}  // namespace heliograph::platforms
