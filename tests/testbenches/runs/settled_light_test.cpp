// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

testbenches::RunResult settled_ring(std::vector<std::string> overrides) {
  overrides.emplace_back("controller.settle_us=1000");
  return tests::run("ring_generator.yaml", overrides);
}

}  // namespace

TEST_CASE("crosstalk of a settled fabric depends neither on power nor on the settling target") {
  const testbenches::RunResult reference = settled_ring({});
  for (const char* other :
       {"platform.transceiver.launch_power_dBm=-5", "switch.settled_extinction_dB=20",
        "switch.settled_extinction_dB=100"}) {
    INFO(other);
    const testbenches::RunResult result = settled_ring({other});
    REQUIRE(result.circuits.size() == reference.circuits.size());
    for (std::size_t i = 0; i < result.circuits.size(); ++i) {
      CHECK(result.circuits[i].crosstalk.value() ==
            Approx(reference.circuits[i].crosstalk.value()).margin(1e-6));
    }
  }
}

TEST_CASE("every frame has one fate, also where light is split or gone") {
  for (const auto& overrides : std::vector<std::vector<std::string>>{
           {"switch.coupler_in=1", "platform.transceiver.lock=power"},
           {"switch.phase_error_sigma_rad=2", "platform.transceiver.lock=power"},
           {"controller.settle_us=3", "platform.transceiver.lock=power",
            "platform.transceiver.relock_preset=phase_cached"}}) {
    const testbenches::RunResult result = tests::run("two_matchings.yaml", overrides);
    for (const testbenches::FrameResult& frame : result.frames) {
      CHECK(frame.counts.sent == frame.counts.delivered + frame.counts.lost_in_all());
    }
  }
}

TEST_CASE("a receiver that does not lock is named with what keeps it from it") {
  const auto text = [](const std::vector<std::string>& overrides) {
    std::string all;
    for (const testbenches::RunFault& fault : tests::run("first_light.yaml", overrides).faults) {
      all += fault.text + "\n";
    }
    return all;
  };
  CHECK(text({"platform.transceiver.launch_power_dBm=-40"})
            .find("dBm, below los_threshold_dBm -20") != std::string::npos);
  CHECK(text({"platform.transceiver.launch_power_dBm=-8"}).find("above lock_max_ber 0.00024") !=
        std::string::npos);
}
