// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "testbenches/collectives/round_plan.hpp"

namespace heliograph::testbenches {

/// An AllReduce for any number of ranks out of one for a power of two, p: of the first
/// 2 (ranks - p) ranks the even ones give all their data to the odd ones, wait, and get the result
/// back. Two rounds and two whole buffers more.
/// Source: Thakur, Rabenseifner and Gropp, Optimization of Collective Communication Operations in
/// MPICH (2005).
class FoldedPlan final : public RoundPlan {
 public:
  /// `core` is an AllReduce in place, without lanes, of p ranks with p <= ranks < 2 p.
  FoldedPlan(std::uint32_t ranks, std::unique_ptr<const RoundPlan> core);

  [[nodiscard]] PlanShape shape() const override;
  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override;
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override;
  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override;

 private:
  [[nodiscard]] bool folds(std::uint32_t rank) const { return rank < 2 * folded_; }
  [[nodiscard]] bool leaves(std::uint32_t rank) const { return folds(rank) && rank % 2 == 0; }
  [[nodiscard]] base::RankId in_core(std::uint32_t rank) const;
  [[nodiscard]] base::RankId out_of_core(base::RankId member) const;
  /// Is this group of a rank that stays one of the two that the fold adds?
  [[nodiscard]] bool is_fold(base::RankId rank, std::uint32_t group) const;

  std::unique_ptr<const RoundPlan> core_;
  PlanShape core_shape_;
  std::uint32_t ranks_;
  std::uint32_t folded_;  ///< ranks that leave
};

}  // namespace heliograph::testbenches
