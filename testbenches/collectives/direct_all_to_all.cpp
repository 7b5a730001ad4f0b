// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/direct_all_to_all.hpp"

#include <stdexcept>
#include <string>

#include "testbenches/collectives/direct_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

std::unique_ptr<Schedule> make_direct_all_to_all(std::uint32_t ranks) {
  if (ranks < 2) {
    throw std::invalid_argument("an AllToAll needs at least 2 ranks, not " + std::to_string(ranks));
  }
  CollectiveRequest request;
  request.op = CollectiveOp::all_to_all;
  request.ranks = ranks;
  return std::make_unique<RoundSchedule>(std::make_unique<DirectPlan>(request), 1);
}

}  // namespace heliograph::testbenches
