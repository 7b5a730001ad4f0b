// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/frame_pool.hpp"

namespace heliograph::systemc {

Frame& FramePool::acquire() {
  if (free_.empty()) {
    return frames_.emplace_back();
  }
  Frame& frame = *free_.back();
  free_.pop_back();
  return frame;
}

void FramePool::release(Frame& frame) {
  frame.bytes.clear();
  frame.count = 1;
  frame.begin = 0;
  frame.end = 1;
  frame.open = 1;
  frame.original = nullptr;
  frame.arrivals_left = 1;
  frame.delivered = false;
  frame.loss_cause = -1;
  free_.push_back(&frame);
}

void FramePool::close(Frame& train, std::int64_t count) {
  train.open -= count;
  if (train.open == 0) {
    release(train);
  }
}

}  // namespace heliograph::systemc
