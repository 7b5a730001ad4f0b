// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// A lane of a transmitter that goes dark and stays so.
struct LaneFault {
  base::TransceiverId transceiver{};
  std::size_t lane = 0;
  base::Picoseconds at;

  friend bool operator==(const LaneFault& a, const LaneFault& b) {
    return a.transceiver == b.transceiver && a.lane == b.lane && a.at == b.at;
  }
};

/// `3:1, 0:2@40.5`: lane 1 of transceiver 3 from the start, lane 2 of transceiver 0 at 40.5 us.
/// Empty text has none. Nothing for anything else, an instant below 0 or beyond 1e9 us among it.
[[nodiscard]] std::optional<std::vector<LaneFault>> parse_lane_faults(std::string_view text);

}  // namespace heliograph::systemc
