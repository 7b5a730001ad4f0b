// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/data.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// When equal frames leave that follow each other without a gap: the closed form of what a
/// Serializer answers for them one by one. Frame k (from 0) begins at
/// ceil(since + (before + k * each) / rate) and ends where frame k + 1 begins; the rational is
/// never accumulated in rounded steps.
class Pace {
 public:
  Pace() = default;
  /// `since`: the busy period's start, `before`: bits sent in it before frame 0.
  Pace(base::Picoseconds since, base::Bits before, base::Bits each, base::BitRate rate)
      : since_(since), before_(before), each_(each), rate_(rate) {}

  [[nodiscard]] base::Picoseconds first_bit(std::int64_t k) const {
    return since_ + base::serialisation_time(before_ + each_ * k, rate_);
  }
  [[nodiscard]] base::Picoseconds last_bit(std::int64_t k) const { return first_bit(k + 1); }

  /// How many of the first `count` frames have begun at or before `when`.
  [[nodiscard]] std::int64_t begun(base::Picoseconds when, std::int64_t count) const;
  /// How many of the first `count` frames have ended at or before `when`.
  [[nodiscard]] std::int64_t ended(base::Picoseconds when, std::int64_t count) const;

  /// The pace of the frames from the k-th on.
  [[nodiscard]] Pace from(std::int64_t k) const {
    return {since_, before_ + each_ * k, each_, rate_};
  }
  /// When the first `bits` of each of the frames have gone: a pace whose first bits are these.
  [[nodiscard]] Pace after(base::Bits bits) const { return {since_, before_ + bits, each_, rate_}; }
  /// All of it so much later.
  [[nodiscard]] Pace delayed(base::Picoseconds by) const {
    return {since_ + by, before_, each_, rate_};
  }
  /// Of frames of another size that follow after the first `count` of these without a gap.
  [[nodiscard]] Pace followed_by(base::Bits each, std::int64_t count) const {
    return {since_, before_ + each_ * count, each, rate_};
  }
  [[nodiscard]] base::BitRate rate() const { return rate_; }

 private:
  base::Picoseconds since_;
  base::Bits before_;
  base::Bits each_;
  base::BitRate rate_{1};
};

}  // namespace heliograph::systemc
