// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "systemc/link/frame.hpp"
#include "systemc/link/frame_pool.hpp"

namespace heliograph::systemc {

/// Copies of what was sent to one peer and is not acknowledged, in the order of sequence numbers
/// without a gap, to be sent again.
class ReplayBuffer {
 public:
  explicit ReplayBuffer(FramePool& pool) : pool_(pool) {}

  /// Keeps a copy of what is sent behind all that is kept.
  void keep(const Frame& train);
  /// Of what was kept last only the first `count` frames were sent.
  void shorten_last(std::int64_t count);
  /// Everything before `sequence` has arrived; `arrived` is called with the channel and the number
  /// of frames of which that was not known.
  template <class Arrived>
  void acknowledge(std::uint64_t sequence, const Arrived& arrived) {
    while (!trains_.empty() && acknowledged_ < sequence) {
      Frame& train = *trains_.front();
      acknowledged_ = std::max(acknowledged_, train.sequence);
      const std::uint64_t end = std::min(sequence, end_of(train));
      arrived(train.channel, static_cast<std::int64_t>(end - acknowledged_));
      acknowledged_ = end;
      if (end != end_of(train)) {
        return;
      }
      pool_.release(train);
      trains_.pop_front();
    }
  }
  void clear();

  /// A copy of up to `most` frames from `sequence` on, out of the pool. Precondition: `sequence`
  /// is kept.
  [[nodiscard]] Frame& again(std::uint64_t sequence, std::int64_t most) const;
  [[nodiscard]] bool empty() const { return trains_.empty(); }

 private:
  [[nodiscard]] static std::uint64_t end_of(const Frame& train) {
    return train.sequence + static_cast<std::uint64_t>(train.count);
  }
  [[nodiscard]] const Frame& holding(std::uint64_t sequence) const;

  FramePool& pool_;
  std::uint64_t acknowledged_ = 0;  // of the first train
  std::deque<Frame*> trains_;
};

}  // namespace heliograph::systemc
