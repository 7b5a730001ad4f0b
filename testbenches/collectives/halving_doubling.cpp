// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/halving_doubling.hpp"

#include "testbenches/collectives/folded_plan.hpp"
#include "testbenches/collectives/mixed_radix_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kHalvingDoubling = "halving_doubling";

std::unique_ptr<Schedule> make_halving_doubling(const CollectiveRequest& request) {
  const std::uint32_t digits = floor_log2(request.ranks);
  std::unique_ptr<const RoundPlan> plan = std::make_unique<MixedRadixPlan>(
      kHalvingDoubling, request.op, std::vector<std::uint32_t>(digits, 2));
  if (request.ranks > 1U << digits) {
    plan = std::make_unique<FoldedPlan>(request.ranks, std::move(plan));
  }
  return std::make_unique<RoundSchedule>(std::move(plan), request.chunks);
}

CollectiveCost halving_doubling_cost(const CollectiveRequest& request) {
  const std::int64_t digits = floor_log2(request.ranks);
  const std::int64_t members = std::int64_t{1} << digits;
  const std::int64_t halves = request.op == CollectiveOp::all_reduce ? 2 : 1;
  CollectiveCost cost{halves * digits, halves * (members - 1), halves * (members - 1)};
  if (request.ranks > members) {
    cost.rounds += 2;
    cost.serial_chunks += 2 * members;
    cost.sent_chunks += members;
  }
  cost.serial_chunks *= request.chunks;
  cost.sent_chunks *= request.chunks;
  return cost;
}

bool admits_halving_doubling(const CollectiveRequest& request) {
  return request.op == CollectiveOp::all_reduce ? admits_any_size(request)
                                                : admits_powers_of_two(request);
}

}  // namespace

Algorithm halving_doubling_algorithm() {
  return {kHalvingDoubling,
          "reduces halves of halves, then doubles them again",
          "Rabenseifner's algorithm, in Thakur, Rabenseifner and Gropp (2005): 2 log2 n rounds, "
          "2 (n - 1) / n of the buffer; off the powers of two two rounds of the whole buffer more",
          "2 or more; reduce_scatter and allgather: powers of two",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather},
          8,
          admits_halving_doubling,
          make_halving_doubling,
          halving_doubling_cost};
}

}  // namespace heliograph::testbenches
