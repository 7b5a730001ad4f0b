// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// The memory manager of frames: a frame goes back to the pool and comes out again with its buffer,
/// so that nothing is allocated per frame in steady state.
class FramePool {
 public:
  [[nodiscard]] Frame& acquire();
  /// Precondition: `frame` came from acquire() of this pool and is not used any more.
  void release(Frame& frame);
  /// The fate of `count` more frames of a train is known; releases it with the last.
  void close(Frame& train, std::int64_t count);

  /// Frames ever allocated: the largest number in flight at once.
  [[nodiscard]] std::size_t allocated() const { return frames_.size(); }
  [[nodiscard]] std::size_t in_flight() const { return frames_.size() - free_.size(); }

 private:
  std::deque<Frame> frames_;
  std::vector<Frame*> free_;
};

}  // namespace heliograph::systemc
