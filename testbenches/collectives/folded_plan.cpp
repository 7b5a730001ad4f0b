// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/folded_plan.hpp"

#include <utility>

namespace heliograph::testbenches {

FoldedPlan::FoldedPlan(std::uint32_t ranks, std::unique_ptr<const RoundPlan> core)
    : core_(std::move(core)),
      core_shape_(core_->shape()),
      ranks_(ranks),
      folded_(ranks - core_shape_.ranks) {}

PlanShape FoldedPlan::shape() const {
  PlanShape shape = core_shape_;
  shape.ranks = ranks_;
  return shape;
}

base::RankId FoldedPlan::in_core(std::uint32_t rank) const {
  return base::RankId{folds(rank) ? rank / 2 : rank - folded_};
}

base::RankId FoldedPlan::out_of_core(base::RankId member) const {
  const auto number = static_cast<std::uint32_t>(member);
  return base::RankId{number < folded_ ? 2 * number + 1 : number + folded_};
}

std::uint32_t FoldedPlan::groups(base::RankId rank) const {
  const auto own = static_cast<std::uint32_t>(rank);
  if (leaves(own)) {
    return 2;
  }
  return core_->groups(in_core(own)) + (folds(own) ? 2 : 0);
}

bool FoldedPlan::is_fold(base::RankId rank, std::uint32_t group) const {
  return folds(static_cast<std::uint32_t>(rank)) && (group == 0 || group + 1 == groups(rank));
}

Leg FoldedPlan::leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const {
  const auto own = static_cast<std::uint32_t>(rank);
  if (leaves(own)) {
    const base::RankId stays{own + 1};
    return group == 0 ? Leg{stays, std::nullopt, 0, 1, Flow::send}
                      : Leg{std::nullopt, stays, 0, 1, Flow::receive};
  }
  if (is_fold(rank, group)) {
    const base::RankId left{own - 1};
    return group == 0 ? Leg{std::nullopt, left, 0, 1, Flow::receive}
                      : Leg{left, std::nullopt, 0, 1, Flow::send};
  }
  Leg leg = core_->leg(in_core(own), folds(own) ? group - 1 : group, lane);
  leg.to = out_of_core(*leg.to);
  leg.from = out_of_core(*leg.from);
  return leg;
}

Round FoldedPlan::round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                        std::int64_t round) const {
  const auto own = static_cast<std::uint32_t>(rank);
  if (leaves(own) || is_fold(rank, group)) {
    const Blocks all{Buffer::input, 0, core_shape_.blocks};
    return {all, all, !leaves(own) && group == 0};
  }
  return core_->round(in_core(own), folds(own) ? group - 1 : group, lane, round);
}

}  // namespace heliograph::testbenches
