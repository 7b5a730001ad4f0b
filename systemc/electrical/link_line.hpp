// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/data.hpp"
#include "base/time.hpp"
#include "systemc/link/pace.hpp"

namespace heliograph::systemc {

/// The line of an electrical link with its output queue: first come, first served, without bound,
/// so that when a frame leaves is known as soon as it comes. Exact, and the same for a train as for
/// its frames one by one:
///
/// - a frame that finds the line free goes at once; if it comes at the line's own rate it keeps the
///   pace at which it comes, so that a burst has no gaps between its frames;
/// - a frame that has to wait follows what is before it without a gap.
class LinkLine {
 public:
  explicit LinkLine(base::BitRate rate) : rate_(rate) {}

  /// Of some of the frames of a train, its first ones.
  struct Passage {
    Pace pace;               ///< at which they leave
    std::int64_t count = 0;  ///< how many; from the next one on it is another pace
  };
  /// Sends the first frames of a train of `count` (at least 1) of `each` bits, of which the k-th is
  /// there at ready.first_bit(k): as many as share a pace. The rest is to be sent next.
  /// Preconditions: they come at `rate` or faster, and not before what came last.
  Passage enter(const Pace& ready, base::Bits each, std::int64_t count);

  [[nodiscard]] base::Picoseconds free_at() const { return free_at_; }
  [[nodiscard]] base::BitRate rate() const { return rate_; }
  [[nodiscard]] base::Bits sent() const { return sent_; }
  /// The longest that a frame has waited.
  [[nodiscard]] base::Picoseconds longest_wait() const { return longest_wait_; }
  /// Bits that were ahead of that frame.
  [[nodiscard]] base::Bits largest_queue() const;

 private:
  [[nodiscard]] bool finds_free(base::Picoseconds at, base::Picoseconds free_at,
                                bool own_rate) const;
  /// How many frames in a row have to wait, the first of them included.
  [[nodiscard]] std::int64_t waiting(const Pace& ready, const Pace& own, std::int64_t count) const;

  base::BitRate rate_;
  Pace last_;  // of what was sent last
  std::int64_t last_count_ = 0;
  base::Picoseconds free_at_;
  base::Bits sent_;
  base::Picoseconds longest_wait_;
};

}  // namespace heliograph::systemc
