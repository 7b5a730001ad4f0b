// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using testbenches::ReconfigurationResult;

namespace {

/// Event, argument and epoch in order: what happened to which ports, not when.
std::vector<std::tuple<systemc::ControlEvent, std::uint32_t, base::EpochId>> events(
    const testbenches::Recorder& recorder) {
  std::vector<std::tuple<systemc::ControlEvent, std::uint32_t, base::EpochId>> list;
  for (const testbenches::ControlEventRecord& record : recorder.events()) {
    list.emplace_back(record.event, record.argument, record.epoch);
  }
  return list;
}

}  // namespace

TEST_CASE("two matchings follow each other mid-run and the circuits they share stay lit") {
  const testbenches::RunResult result = tests::run("two_matchings.yaml");
  REQUIRE(result.completed);
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  CHECK(result.lost_frames() == 0);
  REQUIRE(result.reconfigurations.size() == 3);

  const ReconfigurationResult& second = result.reconfigurations[1];
  const std::vector<base::RankCircuit> ring{{base::RankId{4}, base::RankId{5}},
                                            {base::RankId{5}, base::RankId{6}},
                                            {base::RankId{6}, base::RankId{7}},
                                            {base::RankId{7}, base::RankId{4}}};
  CHECK(second.kept == ring);
  CHECK(second.disturbed.empty());
  // They carry frames all along: no line of the ring idles in the dark window for longer than it
  // does elsewhere, so at least half of what four lines can carry has arrived in it.
  const double could_carry = 4.0 * static_cast<double>(second.dark().count()) / 25'600.0;
  CHECK(static_cast<double>(second.frames_while_dark) > 0.5 * could_carry);

  for (const ReconfigurationResult& change : result.reconfigurations) {
    REQUIRE(change.complete());
    CHECK(change.programming() > base::Picoseconds(0));
    CHECK(change.settling() > change.programming());
    CHECK(change.programming() + change.settling() + change.relock() == change.dark());
    CHECK(change.fabric_settled <= change.settle_timer_over);  // the derived timer is long enough
  }
  // Dark time: what the critical path saw, and what hid behind other work.
  const base::Picoseconds dark_in_run =
      result.reconfigurations[1].dark() + result.reconfigurations[2].dark();
  CHECK(result.split.dark_exposed > base::Picoseconds(0));
  CHECK(result.dark_hidden > base::Picoseconds(0));
  CHECK(result.split.dark_exposed + result.dark_hidden == dark_in_run);
  CHECK(result.split.total() == result.completion);
}

TEST_CASE("RTL and twin give the same events per epoch and port") {
  for (const char* name : {"first_light.yaml", "two_matchings.yaml", "short_settle.yaml"}) {
    INFO(name);
    testbenches::Simulation rtl(tests::scenario(name, {"controller.kind=rtl"}));
    testbenches::Simulation twin(tests::scenario(name, {"controller.kind=behavioural"}));
    rtl.run();
    twin.run();
    CHECK(events(rtl.recorder()) == events(twin.recorder()));
    CHECK(events(rtl.recorder()).size() >= 9);
    CHECK(rtl.result().completion == twin.result().completion);
  }
}

TEST_CASE("the order of events of every epoch is that of the contract") {
  testbenches::Simulation simulation(tests::scenario("two_matchings.yaml"));
  simulation.run();
  std::vector<systemc::ControlEvent> order;
  for (const testbenches::ControlEventRecord& record : simulation.recorder().events()) {
    order.push_back(record.event);
  }
  using E = systemc::ControlEvent;
  const std::vector<E> one{E::kRequest, E::kArbitrate, E::kQuiesce, E::kBreak, E::kProgram,
                           E::kSettle,  E::kRelock,    E::kVerify,  E::kActive};
  REQUIRE(order.size() == 3 * one.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(order[i] == one[i % one.size()]);
  }
}

TEST_CASE("leaving idle clock edges out changes nothing") {
  for (const char* kind : {"controller.kind=rtl", "controller.kind=behavioural"}) {
    testbenches::Simulation skipping(tests::scenario(
        "two_matchings.yaml", {kind, "workload.bytes=64KiB", "controller.skip_idle_clocks=true"}));
    testbenches::Simulation plain(tests::scenario(
        "two_matchings.yaml", {kind, "workload.bytes=64KiB", "controller.skip_idle_clocks=false"}));
    skipping.run();
    plain.run();
    CHECK(events(skipping.recorder()) == events(plain.recorder()));
    CHECK(skipping.result().completion == plain.result().completion);
  }
}
