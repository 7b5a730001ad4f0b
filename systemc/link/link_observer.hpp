// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/link/frame.hpp"
#include "systemc/link/lane_lock.hpp"

namespace heliograph::systemc {

/// Why a frame did not reach memory.
enum class LossCause {
  dark,             ///< its light reached no receiver
  unlocked,         ///< the receiver was not locked from its first to its last bit
  masked,           ///< the controller had masked the receiver
  errors,           ///< more bit errors than the FEC corrects
  misdelivered,     ///< it arrived at another rank than it was sent to
  out_of_sequence,  ///< the link layer threw it away: one before it is missing, or it came twice
};
[[nodiscard]] std::string_view to_string(LossCause cause);
inline constexpr std::size_t kLossCauses = 6;

/// What links tell whoever listens; the models never depend on the answer.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  /// A frame, or a train of them, begins to leave its transmitter.
  virtual void frame_sent(const Frame& frame) = 0;
  /// The last `count` frames of a train of which frame_sent() told will not leave as its part; the
  /// train is already without them.
  virtual void frames_taken_back(const Frame& /*train*/, std::int64_t /*count*/) {}
  /// `at` is where its light arrived (or its transmitter, for LossCause::dark).
  virtual void frame_lost(const Frame& frame, base::TransceiverId at, LossCause cause,
                          base::Picoseconds when) = 0;
  /// A frame, or a part of a train, perhaps some time after its last bit has come.
  virtual void frame_delivered(const Frame& frame, base::TransceiverId at) = 0;
  /// The last bit of a frame, or of a copy of it where light is split, has reached a receiver,
  /// whatever becomes of it there.
  virtual void frame_arrived(const Frame& /*frame*/, base::TransceiverId /*at*/) {}
  virtual void lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) = 0;
  /// A lane of a receiver is in another state; lane 0 stands for all where lanes cannot differ. At
  /// 0 they are in LockState::scan.
  virtual void lane_changed(base::TransceiverId /*at*/, std::size_t /*lane*/, LockState /*state*/,
                            base::Picoseconds /*when*/) {}
  /// A transmitter's lane has failed.
  virtual void lane_failed(base::TransceiverId /*at*/, std::size_t /*lane*/,
                           base::Picoseconds /*when*/) {}
};

}  // namespace heliograph::systemc
