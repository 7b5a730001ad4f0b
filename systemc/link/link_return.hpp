// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.hpp"
#include "systemc/link/pace.hpp"

namespace heliograph::systemc {

/// What a receiver's link layer says of frames that it took, and when the sender will know: of
/// frame k of `count` a note arrives at pace.last_bit(k) + offset. Counts are from the beginning of
/// the link, so that each note says all that those before it said.
struct LinkReturn {
  Pace pace;
  base::Picoseconds offset;
  std::int64_t count = 0;
  std::uint64_t first = 0;        ///< sequence number of frame 0; all before it have arrived
  std::size_t channel = 0;        ///< virtual
  std::int64_t freed_before = 0;  ///< credits of the channel, before frame 0
  std::int64_t freed_each = 0;

  [[nodiscard]] std::int64_t known(base::Picoseconds now) const {
    return pace.ended(now - offset, count);
  }
  [[nodiscard]] base::Picoseconds when(std::int64_t k) const { return pace.last_bit(k) + offset; }
};

}  // namespace heliograph::systemc
