// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/mixed_radix_plan.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::testbenches {

MixedRadixPlan::MixedRadixPlan(std::string algorithm, CollectiveOp op,
                               const std::vector<std::uint32_t>& radices)
    : algorithm_(std::move(algorithm)), op_(op) {
  digits_.reserve(radices.size());
  for (const std::uint32_t radix : radices) {
    digits_.push_back({radix, ranks_, 1});
    ranks_ *= radix;
    has_lanes_ = has_lanes_ || radix > 2;
  }
  if (op_ != CollectiveOp::all_reduce) {
    std::reverse(digits_.begin(), digits_.end());
  }
  std::int64_t held = ranks_;
  for (Digit& digit : digits_) {
    held /= digit.radix;
    digit.blocks = held;
  }
}

PlanShape MixedRadixPlan::shape() const { return {algorithm_, op_, true, ranks_, ranks_, 0}; }

std::uint32_t MixedRadixPlan::groups(base::RankId) const {
  const auto digits = static_cast<std::uint32_t>(digits_.size());
  return op_ == CollectiveOp::all_reduce ? 2 * digits : digits;
}

std::uint32_t MixedRadixPlan::digit_of_group(std::uint32_t group) const {
  const auto digits = static_cast<std::uint32_t>(digits_.size());
  if (op_ == CollectiveOp::all_gather) {
    return digits - 1 - group;
  }
  return group < digits ? group : 2 * digits - 1 - group;
}

bool MixedRadixPlan::reduces(std::uint32_t group) const {
  return op_ != CollectiveOp::all_gather && group < digits_.size();
}

std::uint32_t MixedRadixPlan::lanes(base::RankId, std::uint32_t group) const {
  return digits_[digit_of_group(group)].radix - 1;
}

bool MixedRadixPlan::chained(base::RankId, std::uint32_t group) const { return reduces(group); }

Leg MixedRadixPlan::leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const {
  const Digit& digit = digits_[digit_of_group(group)];
  const auto own = static_cast<std::uint32_t>(rank);
  const std::uint32_t mine = digit.of(own);
  // Pairs that exchange: one circuit both ways.
  const base::RankId peer{own - mine * digit.stride + (mine ^ (lane + 1)) * digit.stride};
  return {peer, peer, static_cast<std::int32_t>(group), 1, Flow::exchange};
}

Round MixedRadixPlan::round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t) const {
  const std::uint32_t number = digit_of_group(group);
  const auto own = static_cast<std::uint32_t>(rank);
  std::int64_t first = 0;
  for (std::uint32_t before = 0; before < number; ++before) {
    first += digits_[before].of(own) * digits_[before].blocks;
  }
  const Digit& digit = digits_[number];
  const std::uint32_t mine = digit.of(own);
  const Buffer buffer = op_ == CollectiveOp::all_gather ? Buffer::output : Buffer::input;
  const Blocks own_part{buffer, first + mine * digit.blocks, digit.blocks};
  const Blocks other_part{buffer, first + (mine ^ (lane + 1)) * digit.blocks, digit.blocks};
  return reduces(group) ? Round{other_part, own_part, true} : Round{own_part, other_part, false};
}

}  // namespace heliograph::testbenches
