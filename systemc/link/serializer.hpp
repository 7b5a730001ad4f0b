// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/time.hpp"
#include "systemc/link/pace.hpp"

namespace heliograph::systemc {

/// Exact time on a wire. Within a busy period the k-th frame ends at
/// ceil(start + cumulative bits / rate); the rational is never accumulated in rounded steps, so a
/// long burst does not drift.
class Serializer {
 public:
  explicit Serializer(base::BitRate rate) : rate_(rate) {}

  /// When the frame's last bit has left if its first bit leaves at `start`.
  /// Precondition: start >= free_at(). A start after free_at() begins a new busy period.
  base::Picoseconds send(base::Bits bits, base::Picoseconds start);
  /// The same for `count` frames of `bits` each, one behind the other; their pace.
  Pace send(base::Bits bits, std::int64_t count, base::Picoseconds start);
  /// The last `count` frames of `bits` each are not sent after all. Precondition: they were sent
  /// last, in the present busy period.
  void take_back(base::Bits bits, std::int64_t count);

  /// The rate from the next frame on, which begins a new busy period.
  void set_rate(base::BitRate rate);

  /// The first instant at which the next frame may start.
  [[nodiscard]] base::Picoseconds free_at() const { return free_at_; }

 private:
  base::BitRate rate_;
  base::Picoseconds busy_since_;
  base::Picoseconds free_at_;
  base::Bits sent_;
};

}  // namespace heliograph::systemc
