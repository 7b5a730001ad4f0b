// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <catch2/catch.hpp>

#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

namespace heliograph::tests {

namespace {

testbenches::RunResult planned(const std::string& policy,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> overrides{"planning.policy=" + policy, "controller.kind=behavioural",
                                     "observe.waves=false"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  testbenches::RunResult result = run("planned_circuits.yaml", overrides);
  CAPTURE(policy);
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  CHECK(result.split.total() == result.completion);
  return result;
}

double simulated_us(const testbenches::RunResult& result) {
  return result.completion.seconds() * 1e6;
}

}  // namespace

TEST_CASE("planned circuits run on the fabric as the plan says") {
  for (const char* policy : {"never", "always", "greedy", "dp", "partial"}) {
    const testbenches::RunResult result = planned(policy);
    REQUIRE(result.plan);
    CHECK(result.plan->policy == policy);
    CHECK(result.plan->letters.size() == 6);
    // The start topology, and then a set for each change.
    CHECK(result.reconfigurations.size() == result.plan->changes + 1);
    CHECK(result.reconfigurations.front().circuits.size() == 16);
  }
}

TEST_CASE("a plan that is better in prediction is better on the fabric, where changes are dear") {
  // A change takes some 35 us, a round's latency about one: at 64 KiB relays win, at 64 MiB
  // changes.
  const testbenches::RunResult small_never = planned("never", {"workload.bytes=64KiB"});
  const testbenches::RunResult small_always = planned("always", {"workload.bytes=64KiB"});
  CHECK(small_never.plan->time_us < small_always.plan->time_us);
  CHECK(simulated_us(small_never) < simulated_us(small_always));
  const std::vector<std::string> large{"workload.bytes=64MiB", "workload.verify_data=false",
                                       "fidelity=trains"};
  const auto time_of = [&](const char* policy) {
    std::vector<std::string> overrides{std::string("planning.policy=") + policy,
                                       "controller.kind=behavioural", "observe.waves=false"};
    overrides.insert(overrides.end(), large.begin(), large.end());
    return run("planned_circuits.yaml", overrides);
  };
  const testbenches::RunResult never = time_of("never");
  const testbenches::RunResult always = time_of("always");
  const testbenches::RunResult dp = time_of("dp");
  CHECK(always.plan->time_us < never.plan->time_us);
  CHECK(simulated_us(always) < simulated_us(never));
  CHECK(dp.plan->time_us <= std::min(always.plan->time_us, never.plan->time_us));
  CHECK(simulated_us(dp) <= simulated_us(always));
}

TEST_CASE("triggers hold a change back until ranks have come for it") {
  const auto with = [](const std::string& trigger) {
    return run("planned_circuits.yaml",
               {"planning.policy=always", "planning.trigger=" + trigger, "observe.waves=false",
                "controller.kind=behavioural", "platform.accelerator.skew=fixed",
                "platform.accelerator.skew_us=30"});
  };
  const testbenches::RunResult provisioned = with("provisioned");
  const testbenches::RunResult first = with("first_arrival");
  const testbenches::RunResult last = with("last_arrival");
  // The first change waits for nobody, since the first round's circuits are in the ring already.
  // The third one comes when the circuits that go are done (provisioned), when a rank waits for it,
  // or when all do.
  const auto requested = [](const testbenches::RunResult& result) {
    return result.reconfigurations.at(3).requested;
  };
  CHECK(provisioned.data_verified);
  CHECK(first.data_verified);
  CHECK(last.data_verified);
  CHECK(requested(provisioned) < requested(first));
  CHECK(requested(first) < requested(last));
  CHECK(provisioned.completion <= last.completion);
}

TEST_CASE("what a planned run cannot do is said at its place") {
  CHECK_THROWS_WITH(run("planned_circuits.yaml", {"platform.ports=1", "switch.ports=8"}),
                    Catch::Contains("'planning.start': ring needs 2 ports a rank; the platform has "
                                    "1"));
  CHECK_THROWS_WITH(run("planned_circuits.yaml", {"planning.start=rnig"}),
                    Catch::Contains("rnig") && Catch::Contains("ring"));
  CHECK_THROWS_WITH(run("two_jobs.yaml", {"planning.policy=dp"}),
                    Catch::Contains("with a workload of several parts; expected in_order"));
  CHECK_THROWS_WITH(run("planned_circuits.yaml", {"planning.policy=never", "planning.start=none"}),
                    Catch::Contains("which has no way from some rank to where it sends"));
}

}  // namespace heliograph::tests
