// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "base/units.hpp"

namespace heliograph::base {

/// An instant or a span on the one time base of the project: whole picoseconds, 64 bit signed
/// (a little over 106 days).
class Picoseconds {
 public:
  constexpr Picoseconds() = default;
  constexpr explicit Picoseconds(std::int64_t count) : count_(count) {}

  [[nodiscard]] constexpr std::int64_t count() const { return count_; }
  [[nodiscard]] constexpr double seconds() const { return static_cast<double>(count_) * 1e-12; }
  /// Later than every instant of a run.
  [[nodiscard]] static constexpr Picoseconds never() {
    return Picoseconds(std::numeric_limits<std::int64_t>::max());
  }

  constexpr Picoseconds& operator+=(Picoseconds other) {
    count_ += other.count_;
    return *this;
  }
  friend constexpr Picoseconds operator+(Picoseconds a, Picoseconds b) {
    return Picoseconds(a.count_ + b.count_);
  }
  friend constexpr Picoseconds operator-(Picoseconds a, Picoseconds b) {
    return Picoseconds(a.count_ - b.count_);
  }
  friend constexpr Picoseconds operator*(Picoseconds a, std::int64_t k) {
    return Picoseconds(a.count_ * k);
  }
  friend constexpr bool operator==(Picoseconds a, Picoseconds b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Picoseconds a, Picoseconds b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Picoseconds a, Picoseconds b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Picoseconds a, Picoseconds b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Picoseconds a, Picoseconds b) { return a.count_ > b.count_; }
  friend constexpr bool operator>=(Picoseconds a, Picoseconds b) { return a.count_ >= b.count_; }

 private:
  std::int64_t count_ = 0;
};

/// Nearest whole picosecond; for spans that come from physics (lengths, time constants).
[[nodiscard]] Picoseconds round_to_picoseconds(Second span);

}  // namespace heliograph::base
