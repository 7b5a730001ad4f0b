// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/managers/rack_metrics.hpp"

namespace heliograph::testbenches {

/// What failures in full racks come to, of all racks together.
struct RackFailures {
  int racks = 0;
  platforms::Replacements count;
  int spliced = 0;    ///< failed accelerators that a spare took the place of
  int no_fibres = 0;  ///< that a spare was there for, but no way to it
  int migrated = 0;   ///< slices hit for which the torus' allocator found another place in the rack
  int slices_hit = 0;
};

/// Racks of 4x4x4 with server (0,0,0) in reserve and slices of 4, 8, 16 and 32 on all others,
/// drawn; in each 1 to 4 accelerators that slices have fail, in turn over the racks. Seeded.
[[nodiscard]] RackFailures fail_in_full_racks(int racks);

}  // namespace heliograph::testbenches
