// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/tree.hpp"

#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

class TreePlan final : public RoundPlan {
 public:
  explicit TreePlan(const CollectiveRequest& request)
      : op_(request.op),
        ranks_(request.ranks),
        root_(rooted() ? static_cast<std::uint32_t>(request.root) : 0) {}

  [[nodiscard]] PlanShape shape() const override { return {"tree", op_, true, ranks_, 1, 0}; }

  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override {
    const std::uint32_t edges = children(number(rank)) + (number(rank) == 0 ? 0 : 1);
    return goes_up() && goes_down() ? 2 * edges : edges;
  }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t) const override {
    const std::uint32_t own = number(rank);
    const bool up = is_up(rank, group);
    const std::uint32_t edge = edge_of(rank, group);
    const bool to_parent = edge == children(own);
    const std::uint32_t other = to_parent ? own & (own - 1) : own + (1U << edge);
    const base::RankId peer{(other + root_) % ranks_};
    return up == to_parent ? Leg{peer, std::nullopt, 0, 1, Flow::send}
                           : Leg{std::nullopt, peer, 0, 1, Flow::receive};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t,
                            std::int64_t) const override {
    return {{Buffer::input, 0}, {Buffer::input, 0}, is_up(rank, group)};
  }

 private:
  [[nodiscard]] bool rooted() const {
    return op_ == CollectiveOp::broadcast || op_ == CollectiveOp::reduce;
  }
  [[nodiscard]] bool goes_up() const { return op_ != CollectiveOp::broadcast; }
  [[nodiscard]] bool goes_down() const { return op_ != CollectiveOp::reduce; }
  [[nodiscard]] std::uint32_t number(base::RankId rank) const {
    return (static_cast<std::uint32_t>(rank) + ranks_ - root_) % ranks_;
  }
  /// Child k of a rank is the one 2^k after it; there are so many.
  [[nodiscard]] std::uint32_t children(std::uint32_t own) const {
    std::uint32_t count = 0;
    while ((own >> count & 1U) == 0 && (1U << count) < ranks_ - own) {
      ++count;
    }
    return count;
  }
  [[nodiscard]] bool is_up(base::RankId rank, std::uint32_t group) const {
    return goes_up() && (!goes_down() || group < groups(rank) / 2);
  }
  /// Up: the children in order, then the parent (which the root has not). Down: backwards.
  [[nodiscard]] std::uint32_t edge_of(base::RankId rank, std::uint32_t group) const {
    return is_up(rank, group) ? group : groups(rank) - 1 - group;
  }

  CollectiveOp op_;
  std::uint32_t ranks_;
  std::uint32_t root_;
};

std::unique_ptr<Schedule> make_tree(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(std::make_unique<TreePlan>(request), request.chunks);
}

CollectiveCost tree_cost(const CollectiveRequest& request) {
  const std::int64_t depth = ceil_log2(request.ranks);
  const bool both = request.op == CollectiveOp::all_reduce || request.op == CollectiveOp::barrier;
  const std::int64_t rounds = both ? 2 * depth : depth;
  // The root has the most children; in a reduce every other rank sends once.
  const std::int64_t sent = request.op == CollectiveOp::reduce ? 1 : depth;
  return {rounds, rounds * request.chunks, sent * request.chunks};
}

}  // namespace

Algorithm tree_algorithm() {
  return {"tree",
          "a binomial tree, whole buffers",
          "Thakur, Rabenseifner and Gropp (2005), binomial tree: ceil(log2 n) rounds of the whole "
          "buffer each way",
          "2 or more",
          {CollectiveOp::all_reduce, CollectiveOp::broadcast, CollectiveOp::reduce,
           CollectiveOp::barrier},
          8,
          admits_any_size,
          make_tree,
          tree_cost,
          true};
}

}  // namespace heliograph::testbenches
