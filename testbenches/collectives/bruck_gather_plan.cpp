// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/bruck_gather_plan.hpp"

#include <algorithm>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

BruckGatherPlan::BruckGatherPlan(CollectiveOp op, std::uint32_t ranks)
    : op_(op), ranks_(ranks), bits_(ceil_log2(ranks)) {}

PlanShape BruckGatherPlan::shape() const { return {"bruck", op_, false, ranks_, ranks_, ranks_}; }

std::uint32_t BruckGatherPlan::groups(base::RankId) const {
  return 2 + (op_ == CollectiveOp::all_reduce ? 2 * bits_ : bits_);
}

BruckGatherPlan::Task BruckGatherPlan::task(std::uint32_t group) const {
  if (group == 0) {
    return {Task::Kind::copy_in, 0};
  }
  if (group + 1 == groups({})) {
    return {Task::Kind::copy_out, 0};
  }
  const std::uint32_t number = group - 1;
  if (op_ != CollectiveOp::all_gather && number < bits_) {
    return {Task::Kind::reduce, bits_ - 1 - number};
  }
  return {Task::Kind::gather, op_ == CollectiveOp::all_reduce ? number - bits_ : number};
}

std::int64_t BruckGatherPlan::copies(base::RankId rank, Task::Kind kind) const {
  // One block, or a whole turn: in two parts unless the rank is the first.
  const bool one = kind == Task::Kind::copy_in ? op_ == CollectiveOp::all_gather
                                               : op_ == CollectiveOp::reduce_scatter;
  return one || base::index(rank) == 0 ? 1 : 2;
}

Round BruckGatherPlan::copy(base::RankId rank, Task::Kind kind, std::int64_t part) const {
  const bool in = kind == Task::Kind::copy_in;
  const auto own = static_cast<std::int64_t>(base::index(rank));
  Blocks turned{Buffer::scratch, 0, ranks_ - own};
  Blocks straight{in ? Buffer::input : Buffer::output, own, ranks_ - own};
  if (in ? op_ == CollectiveOp::all_gather : op_ == CollectiveOp::reduce_scatter) {
    turned.count = straight.count = 1;
    straight.first = 0;
  } else if (part == 1) {
    turned = {Buffer::scratch, ranks_ - own, own};
    straight = {straight.buffer, 0, own};
  }
  return in ? Round{straight, turned, false} : Round{turned, straight, false};
}

Leg BruckGatherPlan::leg(base::RankId rank, std::uint32_t group, std::uint32_t) const {
  const Task task = this->task(group);
  if (task.kind == Task::Kind::copy_in || task.kind == Task::Kind::copy_out) {
    return {std::nullopt, std::nullopt, 0, copies(rank, task.kind), Flow::copy};
  }
  const auto own = static_cast<std::uint32_t>(rank);
  const base::RankId up{(own + (1U << task.bit)) % ranks_};
  const base::RankId down{(own + ranks_ - (1U << task.bit)) % ranks_};
  const auto channel = static_cast<std::int32_t>(group);
  return task.kind == Task::Kind::reduce ? Leg{up, down, channel, 1, Flow::exchange}
                                         : Leg{down, up, channel, 1, Flow::exchange};
}

Round BruckGatherPlan::round(base::RankId rank, std::uint32_t group, std::uint32_t,
                             std::int64_t round) const {
  const Task task = this->task(group);
  if (task.kind == Task::Kind::copy_in || task.kind == Task::Kind::copy_out) {
    return copy(rank, task.kind, round);
  }
  const std::int64_t distance = std::int64_t{1} << task.bit;
  const std::int64_t count = std::min(distance, ranks_ - distance);
  const Blocks low{Buffer::scratch, 0, count};
  const Blocks high{Buffer::scratch, distance, count};
  return task.kind == Task::Kind::reduce ? Round{high, low, true} : Round{low, high, false};
}

}  // namespace heliograph::testbenches
