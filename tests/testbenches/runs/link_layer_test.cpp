// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

using Overrides = std::vector<std::string>;

Overrides with(Overrides overrides, const Overrides& more) {
  overrides.insert(overrides.end(), more.begin(), more.end());
  return overrides;
}

/// Light so weak that some frames are lost, on which a receiver locks all the same.
Overrides weak_light() {
  return {"controller.kind=behavioural", "platform.transceiver.lock=power",
          "platform.transceiver.launch_power_dBm=-8.7", "workload.bytes=256KiB", "watchdog_ms=1"};
}

Overrides retries() {
  return {"platform.link_layer.retry=go_back_n", "platform.link_layer.replay_limit=50"};
}

std::int64_t repeated(const testbenches::LinkLayerResult& layer) {
  std::int64_t frames = 0;
  for (const testbenches::LinkPairResult& pair : layer.pairs) {
    frames += pair.repeated;
  }
  return frames;
}

void same_in_trains(const std::string& name, const Overrides& overrides) {
  CAPTURE(overrides);
  const auto result = [&](const char* fidelity) {
    testbenches::Simulation simulation(
        tests::scenario(name, with(overrides, {std::string("fidelity=") + fidelity})));
    return testbenches::result_json(simulation.run()).dump(1);
  };
  CHECK(result("trains") == result("frames"));
}

}  // namespace

TEST_CASE("link layers without losses leave a run as it is") {
  const testbenches::RunResult plain = tests::run("first_light.yaml");
  const testbenches::RunResult layered =
      tests::run("first_light.yaml", with(retries(), {"platform.link_layer.flow_control=credits"}));
  CHECK(layered.completion == plain.completion);
  CHECK(layered.data_verified);
  REQUIRE(layered.link_layer);
  CHECK(layered.link_layer->dark_times == "quiesced");
  CHECK(repeated(*layered.link_layer) == 0);
}

TEST_CASE("frames that errors take are sent again, and every byte arrives") {
  const testbenches::RunResult lost = tests::run("first_light.yaml", weak_light());
  CHECK_FALSE(lost.completed);
  REQUIRE(lost.lost_frames() > 0);
  const testbenches::RunResult result =
      tests::run("first_light.yaml", with(weak_light(), retries()));
  CHECK(result.completed);
  CHECK(result.data_verified);
  CHECK(result.exit_code() == 0);
  CHECK(result.lost_frames() > 0);  // on the wire
  REQUIRE(result.link_layer);
  CHECK(repeated(*result.link_layer) > 0);
}

TEST_CASE("circuits are quiet before they go, also when frames have to be sent again") {
  const testbenches::RunResult result =
      tests::run("two_matchings.yaml", with(weak_light(), retries()));
  CHECK(result.completed);
  CHECK(result.data_verified);
  REQUIRE(result.link_layer);
  CHECK(repeated(*result.link_layer) > 0);
  CHECK(result.link_layer->dark_times == "quiesced");
}

TEST_CASE("a settle timer that is too short loses frames, which retries make good") {
  const Overrides early{"controller.kind=behavioural",
                        "platform.transceiver.lock=power",
                        "platform.transceiver.relock_preset=burst_mode",
                        "controller.settle_us=5",
                        "workload.bytes=64KiB",
                        "watchdog_ms=1"};
  CHECK_FALSE(tests::run("two_matchings.yaml", early).completed);
  const testbenches::RunResult result = tests::run("two_matchings.yaml", with(early, retries()));
  CHECK(result.completed);
  CHECK(result.data_verified);
  CHECK(repeated(*result.link_layer) > 0);
}

TEST_CASE("a link that has died is given up, and the run says so") {
  const testbenches::RunResult result = tests::run(
      "first_light.yaml",
      with(retries(), {"controller.kind=behavioural", "platform.link_layer.replay_limit=2",
                       "platform.transceiver.on_lane_loss=down",
                       "platform.transceiver.lane_faults=2:0@100", "watchdog_ms=1"}));
  CHECK_FALSE(result.completed);
  CHECK(result.exit_code() == 1);
  CHECK_FALSE(result.faults.empty());
}

TEST_CASE("credits below the bandwidth-delay product set the pace of a run") {
  // One frame at a time: each takes its time on the line and the whole way round.
  const Overrides slow{"platform.link_layer.flow_control=credits",
                       "platform.link_layer.credit_bytes=640",
                       "platform.link_layer.channel_credits=1",
                       "platform.link_layer.pool_credits=0",
                       "platform.sideband.delay_ns=50",
                       "workload.bytes=64KiB"};
  const platforms::ScenarioConfig config = tests::scenario("first_light.yaml", slow);
  const testbenches::RunResult result = tests::run("first_light.yaml", slow);
  REQUIRE(result.completed);
  const testbenches::RunResult fast = tests::run("first_light.yaml", {"workload.bytes=64KiB"});
  // 8 KiB in 14 frames, 14 messages one behind the other; flights differ by the way of each chunk.
  const std::int64_t frames = 14;
  const auto& protocol = config.platform.transceiver.protocol;
  const std::int64_t answer =
      protocol.rx_latency.count() + config.platform.transceiver.fec.decode_time.count() + 50'000;
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  std::int64_t longest = 0;
  for (const testbenches::CircuitResult& circuit : result.circuits) {
    shortest = std::min(shortest, circuit.flight.count());
    longest = std::max(longest, circuit.flight.count());
  }
  const std::int64_t more = (result.completion - fast.completion).count();
  CHECK(more >= 14 * (frames - 1) * (answer + shortest));
  CHECK(more <= 14 * (frames - 1) * (answer + longest));
}

TEST_CASE("interleaved codewords wait for each other") {
  const testbenches::RunResult one = tests::run("first_light.yaml");
  const testbenches::RunResult two =
      tests::run("first_light.yaml", {"platform.transceiver.fec_interleave=2"});
  CHECK((two.completion - one.completion).count() == 14 * 25'600);  // a codeword a hop
}

TEST_CASE("the sets of parameters that are shipped all carry the collective") {
  for (const char* set : {"plain", "ualink_like", "uec_like", "nvlink_like", "ucie_like"}) {
    INFO(set);
    const testbenches::RunResult result = tests::run(std::string("links/") + set + ".yaml");
    CHECK(result.completed);
    CHECK(result.data_verified);
    CHECK(result.exit_code() == 0);
  }
}

TEST_CASE("link layers do the same in trains as frame by frame") {
  same_in_trains("first_light.yaml", {"platform.link_layer.retry=go_back_n"});
  same_in_trains("first_light.yaml", with(retries(), {"platform.link_layer.replay_window_frames=9",
                                                      "workload.bytes=256KiB"}));
  same_in_trains("first_light.yaml", with(weak_light(), retries()));
  for (const char* fault : {"0:2@36", "0:2@36.5", "0:2@37.1234", "0:2@50"}) {
    same_in_trains("first_light.yaml",
                   with(retries(), {std::string("platform.transceiver.lane_faults=") + fault}));
  }
  same_in_trains("links/nvlink_like.yaml",
                 {"seed=3", "switch.fabric=benes", "workload.bytes=626408",
                  "workload.generator=hierarchical", "controller.kind=behavioural",
                  "platform.transceiver.launch_power_dBm=-8.1", "platform.sideband.delay_ns=5000"});
  same_in_trains("two_matchings.yaml",
                 with(with(weak_light(), retries()), {"platform.link_layer.flow_control=credits",
                                                      "platform.link_layer.channel_credits=70",
                                                      "platform.link_layer.pool_credits=100"}));
}

TEST_CASE("a timer shorter than the way round repeats what has arrived, and loses nothing") {
  for (const char* set : {"ualink_like", "ucie_like"}) {
    const testbenches::RunResult result =
        tests::run(std::string("links/") + set + ".yaml",
                   {"controller.kind=behavioural", "platform.link_layer.replay_timer_us=0.5"});
    CHECK(result.completed);
    CHECK(result.lost.count() == 0);
    CHECK(result.exit_code() == 0);
  }
}

TEST_CASE("retries can be switched off where a set of parameters has them") {
  const testbenches::RunResult result =
      tests::run("links/ualink_like.yaml",
                 {"platform.link_layer.retry=none", "platform.link_layer.flow_control=none"});
  CHECK(result.completed);
  CHECK_FALSE(result.link_layer);
}

TEST_CASE("answers that are lost on the sideband are made good, and retries still deliver all") {
  const testbenches::RunResult result =
      tests::run("two_matchings.yaml",
                 with(with(weak_light(), retries()),
                      {"platform.sideband.loss=0.2", "platform.link_layer.replay_timer_us=4",
                       "platform.link_layer.flow_control=credits"}));
  CHECK(result.completed);
  CHECK(result.data_verified);
  CHECK(result.exit_code() == 0);
}

TEST_CASE("the watchdog waits for the timers of link layers") {
  // Half of the answers are lost, so that now and then only the timer tells of a frame.
  Overrides overrides = with(weak_light(), retries());
  overrides = with(overrides, {"platform.transceiver.launch_power_dBm=-8.4", "workload.bytes=64KiB",
                               "platform.link_layer.replay_timer_us=30000",
                               "platform.sideband.loss=0.5", "watchdog_ms=0.001"});
  const testbenches::RunResult result = tests::run("first_light.yaml", overrides);
  CHECK(result.completed);
  CHECK(result.data_verified);
  REQUIRE(result.link_layer);
  std::int64_t timeouts = 0;
  for (const testbenches::LinkPairResult& pair : result.link_layer->pairs) {
    timeouts += pair.timeouts;
  }
  CHECK(timeouts > 0);
}
