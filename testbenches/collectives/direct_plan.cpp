// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/direct_plan.hpp"

namespace heliograph::testbenches {

DirectPlan::DirectPlan(const CollectiveRequest& request)
    : op_(request.op), ranks_(request.ranks), root_(request.root) {}

PlanShape DirectPlan::shape() const {
  return {
      "direct", op_, op_ != CollectiveOp::all_to_all, ranks_, rooted() ? 1 : std::int64_t{ranks_},
      0};
}

bool DirectPlan::rooted() const {
  return op_ == CollectiveOp::broadcast || op_ == CollectiveOp::reduce;
}

bool DirectPlan::reduces(std::uint32_t group) const {
  return op_ == CollectiveOp::reduce || op_ == CollectiveOp::reduce_scatter ||
         (op_ == CollectiveOp::all_reduce && group == 0);
}

std::uint32_t DirectPlan::groups(base::RankId) const {
  return op_ == CollectiveOp::all_reduce ? 2 : 1;
}

std::uint32_t DirectPlan::lanes(base::RankId rank, std::uint32_t) const {
  if (rooted() && rank != root_) {
    return 1;
  }
  // An AllToAll has a lane for what stays.
  return op_ == CollectiveOp::all_to_all ? ranks_ : ranks_ - 1;
}

bool DirectPlan::chained(base::RankId, std::uint32_t group) const { return reduces(group); }

base::RankId DirectPlan::up(base::RankId rank, std::uint32_t lane) const {
  return base::RankId{static_cast<std::uint32_t>((base::index(rank) + lane + 1) % ranks_)};
}

base::RankId DirectPlan::down(base::RankId rank, std::uint32_t lane) const {
  return base::RankId{static_cast<std::uint32_t>((base::index(rank) + ranks_ - lane - 1) % ranks_)};
}

Leg DirectPlan::leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const {
  if (rooted()) {
    const base::RankId peer = rank == root_ ? up(rank, lane) : root_;
    const bool sends = (rank == root_) == (op_ == CollectiveOp::broadcast);
    return sends ? Leg{peer, std::nullopt, 0, 1, Flow::send}
                 : Leg{std::nullopt, peer, 0, 1, Flow::receive};
  }
  if (lane + 1 == ranks_) {
    return {std::nullopt, std::nullopt, 0, 1, Flow::copy};
  }
  return {up(rank, lane), down(rank, lane), static_cast<std::int32_t>(group), 1, Flow::exchange};
}

Round DirectPlan::round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                        std::int64_t) const {
  if (rooted()) {
    return {{Buffer::input, 0}, {Buffer::input, 0}, reduces(group)};
  }
  const auto own = static_cast<std::int64_t>(base::index(rank));
  const auto above = static_cast<std::int64_t>(base::index(up(rank, lane)));
  const auto below = static_cast<std::int64_t>(base::index(down(rank, lane)));
  if (op_ == CollectiveOp::all_to_all) {
    // What goes to a rank is the block of its number; what comes from one lands at its number.
    return {{Buffer::input, above}, {Buffer::output, below}, false};
  }
  if (reduces(group)) {
    return {{Buffer::input, above}, {Buffer::input, own}, true};
  }
  const Buffer buffer = op_ == CollectiveOp::all_gather ? Buffer::output : Buffer::input;
  return {{buffer, own}, {buffer, below}, false};
}

}  // namespace heliograph::testbenches
