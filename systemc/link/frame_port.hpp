// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.hpp"
#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// Where a transmitter pulls its frames from when its line is free, so that no queue of frames
/// builds up.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  /// What to send now: a train of 1 to `most` frames, or nullptr when there is nothing at present.
  virtual Frame* next_frame(std::int64_t most) = 0;
  /// The last bits of the first `count` frames of the train given last have left the transmitter;
  /// the others, if any, have not been sent, and their bytes are the source's again. `count` may
  /// be 0.
  virtual void frames_left(std::int64_t count) = 0;
};

/// Where a receiver hands good frames to, alone or as a train whose last has arrived. The frame is
/// the sink's for the time of the call.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// `available` is when the last of the decoded frames leaves the receiver (not before now). False
  /// when they are not for this rank.
  virtual bool frame_received(Frame& frame, base::Picoseconds available) = 0;
};

}  // namespace heliograph::systemc
