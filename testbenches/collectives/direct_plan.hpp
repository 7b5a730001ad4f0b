// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/collectives/round_plan.hpp"

namespace heliograph::testbenches {

/// Lane k of rank r sends to r + k + 1 and receives from r - k - 1.
class DirectPlan final : public RoundPlan {
 public:
  explicit DirectPlan(const CollectiveRequest& request);

  [[nodiscard]] PlanShape shape() const override;
  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override;
  [[nodiscard]] bool has_lanes() const override { return true; }
  [[nodiscard]] std::uint32_t lanes(base::RankId rank, std::uint32_t group) const override;
  [[nodiscard]] bool chained(base::RankId rank, std::uint32_t group) const override;
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override;
  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override;

 private:
  [[nodiscard]] bool rooted() const;
  [[nodiscard]] bool reduces(std::uint32_t group) const;
  [[nodiscard]] base::RankId up(base::RankId rank, std::uint32_t lane) const;
  [[nodiscard]] base::RankId down(base::RankId rank, std::uint32_t lane) const;

  CollectiveOp op_;
  std::uint32_t ranks_;
  base::RankId root_;
};

}  // namespace heliograph::testbenches
