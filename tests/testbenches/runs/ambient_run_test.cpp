// SPDX-License-Identifier: Apache-2.0
// First light on a chip whose temperature is not that of its calibration.
#include <catch2/catch.hpp>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

/// 20 K away when the run begins, back and forth within 20 ms: about 0.2 rad (one sigma) in each
/// cell, and the 4 nearest cells of a path add up.
std::vector<std::string> warm(std::vector<std::string> more = {}) {
  more.insert(more.end(),
              {"workload.bytes=256KiB", "switch.ambient.swing_K=20",
               "switch.ambient.period_us=20000", "switch.ambient.start_rad=1.5707963",
               "switch.ambient.sensitivity_sigma_rad_per_K=0.02", "controller.kind=behavioural"});
  return more;
}

const std::string kLoop = "switch.ambient.compensation=loop";

}  // namespace

TEST_CASE("drift makes first light fail, and a loop that compensates it makes it complete") {
  const testbenches::RunResult drifted = tests::run("first_light.yaml", warm());
  CHECK(drifted.exit_code() == 1);
  CHECK_FALSE(drifted.completed);
  const testbenches::RunResult held = tests::run("first_light.yaml", warm({kLoop}));
  CHECK(held.exit_code() == 0);
  CHECK(held.data_verified);
  CHECK(held.lost_frames() == 0);
}

TEST_CASE("where receivers lock on power alone, drift loses frames") {
  const testbenches::RunResult drifted =
      tests::run("first_light.yaml", warm({"platform.transceiver.lock=power"}));
  CHECK(drifted.exit_code() == 1);
  CHECK(drifted.lost_frames() > 0);
  const testbenches::RunResult held =
      tests::run("first_light.yaml", warm({kLoop, "platform.transceiver.lock=power"}));
  CHECK(held.exit_code() == 0);
  CHECK(held.lost_frames() == 0);
}

TEST_CASE("with a loop that holds tightly the light is that of a chip that does not drift") {
  const testbenches::RunResult still =
      tests::run("first_light.yaml", {"workload.bytes=256KiB", "controller.kind=behavioural"});
  const testbenches::RunResult held = tests::run("first_light.yaml", warm({kLoop}));
  REQUIRE(still.circuits.size() == held.circuits.size());
  CHECK(held.completion == still.completion);
  for (std::size_t i = 0; i < still.circuits.size(); ++i) {
    // 62.5 us of 0.4 rad cos(2 pi t / 20 ms): less than 0.008 rad are left, most of it is less.
    CHECK(held.circuits[i].loss.value() == Approx(still.circuits[i].loss.value()).margin(0.05));
    CHECK(held.circuits[i].crosstalk.value() ==
          Approx(still.circuits[i].crosstalk.value()).margin(1.0));
  }
}

TEST_CASE("a temperature that moves without a swing, or cells that do not mind, change nothing") {
  const testbenches::RunResult still = tests::run("first_light.yaml", {"workload.bytes=64KiB"});
  const testbenches::RunResult calm =
      tests::run("first_light.yaml", {"workload.bytes=64KiB", "switch.ambient.swing_K=20",
                                      "switch.ambient.sensitivity_sigma_rad_per_K=0"});
  REQUIRE(still.circuits.size() == calm.circuits.size());
  for (std::size_t i = 0; i < still.circuits.size(); ++i) {
    CHECK(calm.circuits[i].crosstalk == still.circuits[i].crosstalk);
    CHECK(calm.circuits[i].worst_pre_fec_ber == still.circuits[i].worst_pre_fec_ber);
  }
  CHECK(calm.completion == still.completion);
  CHECK(calm.total_energy() == still.total_energy());
}
