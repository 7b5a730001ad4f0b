// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "testbenches/planning/epoch_plan.hpp"
#include "testbenches/workloads/flow_reader.hpp"

namespace heliograph::testbenches {

TEST_CASE("matchings follow each other as the starts of flows do") {
  // The third flow could go in the first matching, whose circuit it has; but then the second one's
  // circuit would have to wait a second for it.
  const auto program = parse_flows("0 1 10 0\n0 2 10 0\n0 1 10 1e9\n", "list.flows", 3);
  const EpochPlan plan(*program);
  REQUIRE(plan.matchings() == 3);
  const base::RankCircuit first{base::RankId{0}, base::RankId{1}};
  CHECK(plan.contains(0, first));
  CHECK(!plan.contains(1, first));
  CHECK(plan.contains(2, first));
}

}  // namespace heliograph::testbenches
