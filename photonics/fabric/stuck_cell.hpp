// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/ids.hpp"

namespace heliograph::photonics {

/// A cell that cannot be set.
enum class StuckAt {
  bar,
  cross,
  phase  ///< somewhere between: nothing may be routed through it
};
struct StuckCell {
  base::CellId cell{};
  StuckAt at = StuckAt::phase;
};

}  // namespace heliograph::photonics
