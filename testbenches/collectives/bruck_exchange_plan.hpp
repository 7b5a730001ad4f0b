// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/collectives/round_plan.hpp"

namespace heliograph::testbenches {

/// Bruck's AllToAll, out of place. Of the scratch memory the first n blocks hold what still
/// travels: block i has i ranks to go, or had when it set out. A round packs the blocks that it
/// moves, exchanges them as one message, and unpacks.
class BruckExchangePlan final : public RoundPlan {
 public:
  explicit BruckExchangePlan(std::uint32_t ranks);

  [[nodiscard]] PlanShape shape() const override;
  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override;
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override;
  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override;

 private:
  /// How many of the blocks have this bit in their number, and in how many runs they lie.
  [[nodiscard]] std::int64_t travelling(std::uint32_t bit) const;
  [[nodiscard]] std::int64_t runs(std::uint32_t bit) const;
  [[nodiscard]] Round turn(base::RankId rank, bool in, std::int64_t part) const;

  std::uint32_t ranks_;
  std::uint32_t bits_;
};

/// The blocks that travel in round `bit` of an AllToAll among `ranks`: those below `ranks` with
/// this bit in their number.
[[nodiscard]] std::int64_t bruck_travelling(std::uint32_t ranks, std::uint32_t bit);

}  // namespace heliograph::testbenches
