// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/ids.hpp"

namespace heliograph::systemc {

/// What a link layer lets its source send now, so that a source with several messages can give
/// frames of one that may go.
class FrameAllowance {
 public:
  virtual ~FrameAllowance() = default;
  /// Frames to `destination` on `channel` that window and credits leave room for; 0: none now.
  /// Asking is noted: when a refusal ends, the transmitter is woken.
  virtual std::int64_t frames_to(base::RankId destination, std::int32_t channel) = 0;
};

}  // namespace heliograph::systemc
