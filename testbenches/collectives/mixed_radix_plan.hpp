// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/collectives/round_plan.hpp"

namespace heliograph::testbenches {

/// Recursive halving and doubling, quartering and quadrupling: the ranks are numbers whose digits
/// have radix 2 or 4; in each round all ranks that differ in one digit exchange parts of what they
/// hold, pairwise and side by side (1 or 3 lanes).
///   reduce_scatter  the highest digit first, so that rank r ends with block r
///   allgather       the same backwards
///   allreduce       the lowest digit first, since neighbours then exchange the largest parts, and
///                   the same backwards; in between rank r holds the block of its reversed digits
class MixedRadixPlan final : public RoundPlan {
 public:
  /// `radices` of the digits, the lowest first; each is 2 or 4 and their product the ranks.
  MixedRadixPlan(std::string algorithm, CollectiveOp op, const std::vector<std::uint32_t>& radices);

  [[nodiscard]] PlanShape shape() const override;
  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override;
  [[nodiscard]] bool has_lanes() const override { return has_lanes_; }
  [[nodiscard]] std::uint32_t lanes(base::RankId rank, std::uint32_t group) const override;
  [[nodiscard]] bool chained(base::RankId rank, std::uint32_t group) const override;
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override;
  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override;

 private:
  /// One digit, in the order of the ReduceScatter.
  struct Digit {
    std::uint32_t radix = 2;
    std::uint32_t stride = 1;
    std::int64_t blocks = 1;  ///< of one part, when what is held is cut by this digit

    [[nodiscard]] std::uint32_t of(std::uint32_t rank) const { return rank / stride % radix; }
  };

  [[nodiscard]] std::uint32_t digit_of_group(std::uint32_t group) const;
  [[nodiscard]] bool reduces(std::uint32_t group) const;

  std::string algorithm_;
  CollectiveOp op_;
  std::uint32_t ranks_ = 1;
  bool has_lanes_ = false;
  std::vector<Digit> digits_;
};

}  // namespace heliograph::testbenches
