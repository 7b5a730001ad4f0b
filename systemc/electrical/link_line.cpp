// SPDX-License-Identifier: Apache-2.0
#include "systemc/electrical/link_line.hpp"

#include <algorithm>

namespace heliograph::systemc {

bool LinkLine::finds_free(base::Picoseconds at, base::Picoseconds free_at, bool own_rate) const {
  // At the very instant at which the line becomes free a frame of the line's own rate keeps its
  // pace; one that comes faster follows, as those behind it will have to wait.
  return own_rate ? at >= free_at : at > free_at;
}

std::int64_t LinkLine::waiting(const Pace& ready, const Pace& own, std::int64_t count) const {
  const bool own_rate = ready.rate() == rate_;
  // The line falls behind by no less than it is behind at the first frame, but for one picosecond
  // of rounding (ceil(x + y) >= ceil(x) + floor(y)). Where that could matter each frame is asked.
  const base::Picoseconds margin = own.first_bit(0) - ready.first_bit(0);
  if (margin > base::Picoseconds(1)) {
    return count;
  }
  std::int64_t k = 1;
  while (k < count && !finds_free(ready.first_bit(k), own.first_bit(k), own_rate)) {
    ++k;
  }
  return k;
}

LinkLine::Passage LinkLine::enter(const Pace& ready, base::Bits each, std::int64_t count) {
  const bool own_rate = ready.rate() == rate_;
  const base::Picoseconds first = ready.first_bit(0);
  Passage passage;
  if (finds_free(first, free_at_, own_rate) || last_count_ == 0) {
    passage.pace = own_rate ? ready : Pace(first, base::Bits(0), each, rate_);
    passage.count = count;
  } else {
    passage.pace = last_.followed_by(each, last_count_);
    passage.count = waiting(ready, passage.pace, count);
  }
  // Frames that come faster than they leave wait the longer the later they come.
  for (const std::int64_t k : {std::int64_t{0}, passage.count - 1}) {
    longest_wait_ = std::max(longest_wait_, passage.pace.first_bit(k) - ready.first_bit(k));
  }
  last_ = passage.pace;
  last_count_ = passage.count;
  free_at_ = passage.pace.last_bit(passage.count - 1);
  sent_ += each * passage.count;
  return passage;
}

base::Bits LinkLine::largest_queue() const {
  __extension__ using Wide = __int128;
  constexpr Wide kPicosecondsPerSecond = 1'000'000'000'000;
  const Wide bits = Wide{longest_wait_.count()} * rate_.bits_per_second() / kPicosecondsPerSecond;
  return base::Bits(static_cast<std::int64_t>(bits));
}

}  // namespace heliograph::systemc
