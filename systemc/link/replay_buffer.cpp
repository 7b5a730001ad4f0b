// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/replay_buffer.hpp"

#include <algorithm>

#include "systemc/link/frame_part.hpp"

namespace heliograph::systemc {

void ReplayBuffer::keep(const Frame& train) {
  Frame& copy = pool_.acquire();
  copy_part(train, 0, train.count, copy);
  trains_.push_back(&copy);
}

void ReplayBuffer::shorten_last(std::int64_t count) {
  Frame& last = *trains_.back();
  if (count == last.count) {
    return;
  }
  trains_.pop_back();
  if (count > 0) {
    Frame& part = pool_.acquire();
    copy_part(last, 0, count, part);
    trains_.push_back(&part);
  }
  pool_.release(last);
}

void ReplayBuffer::clear() {
  for (Frame* train : trains_) {
    pool_.release(*train);
  }
  trains_.clear();
}

const Frame& ReplayBuffer::holding(std::uint64_t sequence) const {
  const auto found = std::upper_bound(
      trains_.begin(), trains_.end(), sequence,
      [](std::uint64_t number, const Frame* train) { return number < end_of(*train); });
  return **found;
}

Frame& ReplayBuffer::again(std::uint64_t sequence, std::int64_t most) const {
  const Frame& train = holding(sequence);
  const auto first = static_cast<std::int64_t>(sequence - train.sequence);
  Frame& frame = pool_.acquire();
  copy_part(train, first, std::min(most, train.count - first), frame);
  return frame;
}

}  // namespace heliograph::systemc
