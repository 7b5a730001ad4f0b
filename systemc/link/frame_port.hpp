// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.hpp"
#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// Where a transmitter pulls its frames from, one at a time, so that no queue of frames builds up.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  /// The next frame to send now, or nullptr when there is none at present.
  virtual Frame* next_frame() = 0;
  /// The last bit of the frame given last has left the transmitter.
  virtual void frame_left() = 0;
};

/// Where a receiver hands good frames to. The frame is the sink's for the time of the call.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// `available` is when the decoded frame leaves the receiver (not before now). False when the
  /// frame is not for this rank.
  virtual bool frame_received(Frame& frame, base::Picoseconds available) = 0;
};

}  // namespace heliograph::systemc
