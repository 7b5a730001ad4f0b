// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// What link layers tell whoever listens; the models never depend on the answer.
class LinkLayerObserver {
 public:
  virtual ~LinkLayerObserver() = default;
  /// A sender goes back, because its peer misses a frame or because its timer has run out.
  virtual void went_back(base::TransceiverId /*at*/, base::RankId /*to*/, bool /*by_timer*/,
                         base::Picoseconds /*when*/) {}
  /// The last bit of a frame that is sent again has left.
  virtual void frame_repeated(base::TransceiverId /*at*/, base::RankId /*to*/,
                              base::Bytes /*payload*/) {}
  /// Nothing could be sent for want of credits, or because the replay window was full.
  virtual void waited(base::TransceiverId /*at*/, base::RankId /*to*/, bool /*for_credit*/,
                      base::Picoseconds /*span*/) {}
  /// What was under way to `to` is abandoned. Some of it may have arrived all the same.
  virtual void gave_up(base::TransceiverId /*at*/, base::RankId /*to*/, std::int64_t /*frames*/,
                       base::Picoseconds /*when*/) {}
};

}  // namespace heliograph::systemc
