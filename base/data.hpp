// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/time.hpp"

namespace heliograph::base {

/// A whole number that counts one kind of thing; bits and bytes do not mix.
template <class Tag>
class Count {
 public:
  constexpr Count() = default;
  constexpr explicit Count(std::int64_t count) : count_(count) {}

  [[nodiscard]] constexpr std::int64_t count() const { return count_; }

  constexpr Count& operator+=(Count other) {
    count_ += other.count_;
    return *this;
  }
  friend constexpr Count operator+(Count a, Count b) { return Count(a.count_ + b.count_); }
  friend constexpr Count operator-(Count a, Count b) { return Count(a.count_ - b.count_); }
  friend constexpr Count operator*(Count a, std::int64_t k) { return Count(a.count_ * k); }
  friend constexpr bool operator==(Count a, Count b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Count a, Count b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Count a, Count b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Count a, Count b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Count a, Count b) { return a.count_ > b.count_; }
  friend constexpr bool operator>=(Count a, Count b) { return a.count_ >= b.count_; }

 private:
  std::int64_t count_ = 0;
};

using Bits = Count<struct BitsTag>;
using Bytes = Count<struct BytesTag>;

[[nodiscard]] constexpr Bits to_bits(Bytes bytes) { return Bits(bytes.count() * 8); }

/// A data rate in whole bits per second, so that 212.5 Gb/s is exact.
class BitRate {
 public:
  constexpr BitRate() = default;
  constexpr explicit BitRate(std::int64_t bits_per_second) : bits_per_second_(bits_per_second) {}

  [[nodiscard]] constexpr std::int64_t bits_per_second() const { return bits_per_second_; }
  friend constexpr bool operator==(BitRate a, BitRate b) {
    return a.bits_per_second_ == b.bits_per_second_;
  }

 private:
  std::int64_t bits_per_second_ = 0;
};

/// Time to send `bits` at `rate`, rounded up to the picosecond from the exact rational
/// (128-bit intermediate). Precondition: bits >= 0 and rate > 0.
[[nodiscard]] Picoseconds serialisation_time(Bits bits, BitRate rate);

/// How many units of `unit` cover `total`: ceil(total / unit). Precondition: unit > 0, total >= 0.
template <class Tag>
[[nodiscard]] constexpr std::int64_t units_to_cover(Count<Tag> total, Count<Tag> unit) {
  return (total.count() + unit.count() - 1) / unit.count();
}

}  // namespace heliograph::base
