// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/direct.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "testbenches/collectives/direct_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"
#include "testbenches/collectives/traffic_schedule.hpp"

namespace heliograph::testbenches {

namespace {

bool has_own_traffic(CollectiveOp op) { return op >= CollectiveOp::send_receive; }

std::unique_ptr<Schedule> make_direct(const CollectiveRequest& request) {
  if (has_own_traffic(request.op)) {
    std::string name("direct_");
    name += to_string(request.op);
    name += "_" + std::to_string(request.ranks);
    return std::make_unique<TrafficSchedule>(std::move(name), traffic_of(request));
  }
  return std::make_unique<RoundSchedule>(std::make_unique<DirectPlan>(request), request.chunks);
}

/// The k-th messages of all pairs go in round k.
CollectiveCost traffic_cost(const Traffic& traffic) {
  CollectiveCost cost;
  std::vector<std::int64_t> most;
  for (std::uint32_t from = 0; from < traffic.ranks(); ++from) {
    std::vector<std::int64_t> sent;
    for (std::uint32_t to = 0; to < traffic.ranks(); ++to) {
      const std::vector<std::int64_t>& messages = traffic.messages(from, to);
      if (to == from) {
        continue;
      }
      sent.resize(std::max(sent.size(), messages.size()), 0);
      for (std::size_t k = 0; k < messages.size(); ++k) {
        sent[k] += messages[k];
      }
    }
    most.resize(std::max(most.size(), sent.size()), 0);
    for (std::size_t k = 0; k < sent.size(); ++k) {
      most[k] = std::max(most[k], sent[k]);
    }
    cost.sent_chunks =
        std::max(cost.sent_chunks, std::accumulate(sent.begin(), sent.end(), std::int64_t{0}));
  }
  cost.rounds = static_cast<std::int64_t>(most.size());
  cost.serial_chunks = std::accumulate(most.begin(), most.end(), std::int64_t{0});
  return cost;
}

CollectiveCost direct_cost(const CollectiveRequest& request) {
  if (has_own_traffic(request.op)) {
    return traffic_cost(traffic_of(request));
  }
  const std::int64_t others = (std::int64_t{request.ranks} - 1) * request.chunks;
  switch (request.op) {
    case CollectiveOp::all_reduce:
      return {2, 2 * others, 2 * others};
    case CollectiveOp::reduce:
      return {1, request.chunks, request.chunks};
    default:
      return {1, others, others};
  }
}

bool admits_direct(const CollectiveRequest& request) {
  return admits_any_size(request) &&
         (!has_own_traffic(request.op) || (request.ranks <= 4096 && has_traffic(request)));
}

}  // namespace

Algorithm direct_algorithm() {
  return {"direct",
          "everybody sends to everybody at once",
          "one message a pair, the bandwidth of a rank shared among its n - 1 peers",
          "2 or more; alltoallv: counts for each pair; MoE: a divisor of the experts, counts for "
          "each of them",
          {CollectiveOp::all_to_all, CollectiveOp::all_gather, CollectiveOp::reduce_scatter,
           CollectiveOp::all_reduce, CollectiveOp::broadcast, CollectiveOp::reduce,
           CollectiveOp::send_receive, CollectiveOp::all_to_all_v, CollectiveOp::moe_dispatch,
           CollectiveOp::moe_combine},
          8,
          admits_direct,
          make_direct,
          direct_cost};
}

}  // namespace heliograph::testbenches
