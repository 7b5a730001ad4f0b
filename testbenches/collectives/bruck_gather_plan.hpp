// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/round_plan.hpp"

namespace heliograph::testbenches {

/// Bruck's AllGather, its mirror ReduceScatter, and both as an AllReduce, out of place. Scratch
/// block i of rank r stands for block r + i.
class BruckGatherPlan final : public RoundPlan {
 public:
  BruckGatherPlan(CollectiveOp op, std::uint32_t ranks);

  [[nodiscard]] PlanShape shape() const override;
  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override;
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override;
  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override;

 private:
  /// What a group does: turn the buffer, exchange at distance 2^k reducing or gathering.
  struct Task {
    enum class Kind : std::uint8_t { copy_in, reduce, gather, copy_out } kind = Kind::copy_in;
    std::uint32_t bit = 0;
  };
  [[nodiscard]] Task task(std::uint32_t group) const;
  [[nodiscard]] std::int64_t copies(base::RankId rank, Task::Kind kind) const;
  [[nodiscard]] Round copy(base::RankId rank, Task::Kind kind, std::int64_t part) const;

  CollectiveOp op_;
  std::uint32_t ranks_;
  std::uint32_t bits_;  ///< ceil(log2(ranks))
};

}  // namespace heliograph::testbenches
