// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/bruck.hpp"

#include "testbenches/collectives/bruck_exchange_plan.hpp"
#include "testbenches/collectives/bruck_gather_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

std::unique_ptr<Schedule> make_bruck(const CollectiveRequest& request) {
  std::unique_ptr<const RoundPlan> plan;
  if (request.op == CollectiveOp::all_to_all) {
    plan = std::make_unique<BruckExchangePlan>(request.ranks);
  } else {
    plan = std::make_unique<BruckGatherPlan>(request.op, request.ranks);
  }
  return std::make_unique<RoundSchedule>(std::move(plan), request.chunks);
}

CollectiveCost bruck_cost(const CollectiveRequest& request) {
  const std::int64_t bits = ceil_log2(request.ranks);
  if (request.op == CollectiveOp::all_to_all) {
    // A block that has i ranks to go travels as often as i has bits.
    std::int64_t sent = 0;
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      sent += bruck_travelling(request.ranks, bit) * request.chunks;
    }
    return {bits, sent, sent};
  }
  const std::int64_t halves = request.op == CollectiveOp::all_reduce ? 2 : 1;
  const std::int64_t sent = halves * (std::int64_t{request.ranks} - 1) * request.chunks;
  return {halves * bits, sent, sent};
}

}  // namespace

Algorithm bruck_algorithm() {
  return {"bruck",
          "ceil(log2 n) rounds at distances 1, 2, 4, ... for any number of ranks",
          "Bruck et al., Efficient Algorithms for All-to-All Communications in Multiport "
          "Message-Passing Systems (1997); reduce_scatter is the allgather backwards",
          "2 or more",
          {CollectiveOp::all_gather, CollectiveOp::all_to_all, CollectiveOp::reduce_scatter,
           CollectiveOp::all_reduce},
          8,
          admits_any_size,
          make_bruck,
          bruck_cost};
}

}  // namespace heliograph::testbenches
