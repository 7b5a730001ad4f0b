// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

using Overrides = std::vector<std::string>;

struct Outcome {
  std::string json;
  std::int64_t lost = 0;  // frames
};

Outcome play(const std::string& name, Overrides overrides, const char* fidelity) {
  overrides.emplace_back("controller.kind=behavioural");
  overrides.emplace_back(std::string("fidelity=") + fidelity);
  testbenches::Simulation simulation(tests::scenario(name, overrides));
  const testbenches::RunResult& result = simulation.run();
  Outcome outcome{testbenches::result_json(result).dump(1)};
  for (const testbenches::FrameResult& frames : result.frames) {
    outcome.lost += frames.counts.lost_in_all();
  }
  return outcome;
}

/// How many frames both lose.
std::int64_t compare(const std::string& name, const Overrides& overrides) {
  INFO(name);
  CAPTURE(overrides);
  const Outcome frames = play(name, overrides, "frames");
  CHECK(play(name, overrides, "trains").json == frames.json);
  return frames.lost;
}

}  // namespace

TEST_CASE("runs in trains give the result of runs frame by frame") {
  CHECK(compare("first_light.yaml", {}) == 0);
  CHECK(compare("first_light.yaml", {"workload.verify_data=false", "workload.bytes=999999"}) == 0);
  CHECK(compare("two_matchings.yaml", {"workload.bytes=256KiB"}) == 0);
  CHECK(compare("first_light.yaml",
                {"switch.ambient.swing_K=3", "workload.bytes=64KiB", "seed=3"}) == 0);
  CHECK(compare("two_matchings.yaml",
                {"platform.transceiver.keep_alive=false", "platform.transceiver.idle_off_us=0.1",
                 "workload.bytes=64KiB", "watchdog_ms=1"}) == 0);
}

TEST_CASE("trains lose what frames lose: light that has not settled") {
  CHECK(compare("short_settle.yaml", {"workload.bytes=256KiB"}) > 0);
  CHECK(compare("two_matchings.yaml",
                {"platform.transceiver.lock=power", "platform.transceiver.relock_preset=burst_mode",
                 "controller.settle_us=5", "workload.bytes=64KiB", "watchdog_ms=1"}) > 0);
}

TEST_CASE("trains lose what frames lose: bit errors, lanes that fail") {
  for (const char* power : {"-8.5", "-9", "-9.6", "-11"}) {  // of some frames to all
    CHECK(
        compare("first_light.yaml", {"platform.transceiver.lock=power",
                                     std::string("platform.transceiver.launch_power_dBm=") + power,
                                     "workload.bytes=1MiB", "watchdog_ms=1"}) > 0);
  }
  CHECK(compare("two_matchings.yaml", {"platform.transceiver.lane_faults=0:3@35.9, 4:1@36.5, 3:0@1",
                                       "workload.bytes=256KiB", "watchdog_ms=1"}) > 0);
}

TEST_CASE("trains lose what frames lose: transmitters that go dark between messages") {
  CHECK(compare("netlist_switch.yaml", {"platform.transceiver.keep_alive=false",
                                        "platform.transceiver.launch_power_dBm=-11",
                                        "workload.bytes=65536", "watchdog_ms=1", "seed=601"}) > 0);
}

TEST_CASE("a message of a GiB is no more work than a short one, and the watchdog waits for it") {
  testbenches::Simulation simulation(
      tests::scenario("first_light.yaml",
                      {"fidelity=trains", "controller.kind=behavioural",
                       "workload.verify_data=false", "workload.bytes=8GiB", "watchdog_ms=0.001"}));
  const testbenches::RunResult& result = simulation.run();
  CHECK(result.completed);
  CHECK(result.delivered == base::Bytes((std::int64_t{8} << 30) * 14));
}
