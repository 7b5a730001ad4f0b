// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/recursive_doubling.hpp"

#include "testbenches/collectives/folded_plan.hpp"
#include "testbenches/collectives/mixed_radix_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kRecursiveDoubling = "recursive_doubling";

class RecursiveDoublingPlan final : public RoundPlan {
 public:
  RecursiveDoublingPlan(CollectiveOp op, std::uint32_t rounds) : op_(op), rounds_(rounds) {}

  [[nodiscard]] PlanShape shape() const override {
    return {kRecursiveDoubling, op_, true, 1U << rounds_, 1, 0};
  }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override { return rounds_; }
  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t) const override {
    const base::RankId peer{static_cast<std::uint32_t>(rank) ^ (1U << group)};
    return {peer, peer, 0, 1, Flow::exchange};
  }
  [[nodiscard]] Round round(base::RankId, std::uint32_t, std::uint32_t,
                            std::int64_t) const override {
    return {{Buffer::input, 0}, {Buffer::input, 0}, true};
  }

 private:
  CollectiveOp op_;
  std::uint32_t rounds_;
};

std::unique_ptr<Schedule> make_recursive_doubling(const CollectiveRequest& request) {
  const std::uint32_t rounds = floor_log2(request.ranks);
  std::unique_ptr<const RoundPlan> plan;
  if (request.op == CollectiveOp::all_gather) {
    plan = std::make_unique<MixedRadixPlan>(kRecursiveDoubling, request.op,
                                            std::vector<std::uint32_t>(rounds, 2));
  } else {
    plan = std::make_unique<RecursiveDoublingPlan>(request.op, rounds);
    if (request.ranks > 1U << rounds) {
      plan = std::make_unique<FoldedPlan>(request.ranks, std::move(plan));
    }
  }
  return std::make_unique<RoundSchedule>(std::move(plan), request.chunks);
}

CollectiveCost recursive_doubling_cost(const CollectiveRequest& request) {
  const std::int64_t rounds = floor_log2(request.ranks);
  if (request.op == CollectiveOp::all_gather) {
    const std::int64_t sent = (std::int64_t{request.ranks} - 1) * request.chunks;
    return {rounds, sent, sent};
  }
  const bool folded = request.ranks > 1U << rounds;
  const std::int64_t all = rounds + (folded ? 2 : 0);
  return {all, all * request.chunks, (rounds + (folded ? 1 : 0)) * request.chunks};
}

bool admits_recursive_doubling(const CollectiveRequest& request) {
  return request.op == CollectiveOp::all_gather ? admits_powers_of_two(request)
                                                : admits_any_size(request);
}

}  // namespace

Algorithm recursive_doubling_algorithm() {
  return {kRecursiveDoubling,
          "exchanges all it has with partners at distance 1, 2, 4, ...",
          "Thakur, Rabenseifner and Gropp, Optimization of Collective Communication Operations in "
          "MPICH (2005): log2 n rounds of the whole buffer, two more off the powers of two",
          "2 or more; allgather: powers of two",
          {CollectiveOp::all_reduce, CollectiveOp::all_gather, CollectiveOp::barrier},
          8,
          admits_recursive_doubling,
          make_recursive_doubling,
          recursive_doubling_cost};
}

}  // namespace heliograph::testbenches
