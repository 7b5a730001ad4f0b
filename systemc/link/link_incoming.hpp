// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace heliograph::systemc {

/// What a rank knows of the frames that come from one transceiver, by whatever of its own ports:
/// the link layers of its ports share it, so that a circuit may move from port to port.
struct LinkIncoming {
  std::uint64_t expected = 0;
  std::uint64_t last_seen = 0;
  bool asked = false;               ///< for `expected`, which has not come since
  std::vector<std::int64_t> freed;  ///< by virtual channel, ever
};

}  // namespace heliograph::systemc
