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

/// What pulls frames from a source: a transmitter, or the port of an electrical network.
class FrameOutlet {
 public:
  virtual ~FrameOutlet() = default;
  /// The source has a frame again; may be called at any time.
  virtual void wake() = 0;
};

/// What became of a frame that arrived well.
enum class Reception {
  taken,
  stray,      ///< it is not for this rank
  discarded,  ///< out of sequence: its payload has come already, or will come again
};

/// Where a receiver hands good frames to, alone or as a train whose last has arrived. The frame is
/// the sink's for the time of the call.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// `available` is when the last of the decoded frames leaves the receiver (not before now).
  virtual Reception frame_received(Frame& frame, base::Picoseconds available) = 0;
  /// A single frame had more bit errors than the FEC corrects, as its CRC shows.
  virtual void frame_damaged(const Frame& /*frame*/, base::Picoseconds /*available*/) {}
};

}  // namespace heliograph::systemc
