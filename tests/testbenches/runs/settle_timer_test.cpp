// SPDX-License-Identifier: Apache-2.0
// How long first light waits for heat: through the controller's registers and timers, and by the
// phases of the plant.
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

/// A driver of 3 V, which reaches 4.2 times the power for pi.
const std::string kStrong = "switch.dac_max_V=3";

struct Settling {
  double fabric_us = 0.0;  ///< from the latch of the codes to the last cell in reach, by the plant
  double timer_us = 0.0;   ///< what the host software wrote
  double waited_us = 0.0;  ///< what the controller waited
};

Settling first_light(std::vector<std::string> overrides) {
  overrides.emplace_back("workload.bytes=64KiB");
  const testbenches::RunResult result = tests::run("first_light.yaml", overrides);
  REQUIRE(result.exit_code() == 0);
  REQUIRE(result.data_verified);
  REQUIRE_FALSE(result.reconfigurations.empty());
  const testbenches::ReconfigurationResult& change = result.reconfigurations.front();
  REQUIRE(change.complete());
  CHECK_FALSE(change.settle_timer_overridden);
  // Light that is not there when the controller verifies is a fault, so this is what verify saw.
  CHECK(change.fabric_settled <= change.settle_timer_over);
  return {(change.fabric_settled - change.latched).seconds() * 1e6,
          change.settle_timer.seconds() * 1e6, change.settling().seconds() * 1e6};
}

/// tau ln(pi / (2 asin 10^{-extinction/20})).
double closed_us(double tau_us, double extinction_dB) {
  return tau_us * std::log(base::kPi / (2.0 * std::asin(std::pow(10.0, -extinction_dB / 20.0))));
}

/// The codes are whole numbers: the bar code of 13 bits misses pi by up to 0.0005 rad.
constexpr double kCodeMargin_us = 0.005;
/// One DAC write of 24 bits at 50 MHz and the margin of the controller's configuration.
double extra_us(const platforms::ScenarioConfig& config) {
  return 0.48 + config.controller.settle_margin.seconds() * 1e6;
}

}  // namespace

TEST_CASE("first light waits as tau and the target ask for") {
  const double extra = extra_us(tests::scenario("first_light.yaml"));
  struct Point {
    double tau_us;
    double extinction_dB;
  };
  for (const Point& point : {Point{5.6, 40.0}, Point{2.2, 40.0}, Point{11.2, 40.0},
                             Point{5.6, 30.0}, Point{5.6, 20.0}}) {
    CAPTURE(point.tau_us, point.extinction_dB);
    const Settling settling =
        first_light({"switch.tau_us=" + std::to_string(point.tau_us),
                     "switch.settled_extinction_dB=" + std::to_string(point.extinction_dB)});
    const double closed = closed_us(point.tau_us, point.extinction_dB);
    CHECK(settling.fabric_us == Approx(closed).margin(kCodeMargin_us));
    CHECK(settling.timer_us == Approx(closed + extra).margin(1e-5));
    // Above 10 us the timer counts microsecond ticks, which are not in step with the codes.
    CHECK(settling.waited_us >= closed);
    CHECK(settling.waited_us <= settling.timer_us + 2.1);
  }
}

TEST_CASE("overdrive shortens what first light waits, as its cells only heat") {
  // The DACs power on at code 0, cross: every cell that changes heats.
  for (const double ratio : {1.5, 2.0, 3.0}) {
    CAPTURE(ratio);
    const Settling settling =
        first_light({kStrong, "switch.overdrive_ratio=" + std::to_string(ratio)});
    const double within = 2.0 * std::asin(0.01);
    const double closed = 5.6 * std::log(ratio / (ratio - 1.0 + within / base::kPi));
    CHECK(settling.fabric_us == Approx(closed).margin(kCodeMargin_us));
    CHECK(settling.fabric_us < 5.6 * std::log(ratio / (ratio - 1.0)));
    CHECK(settling.timer_us ==
          Approx(closed + extra_us(tests::scenario("first_light.yaml"))).margin(1e-4));
    CHECK(settling.waited_us >= closed);
    CHECK(settling.waited_us <= settling.timer_us + 2.1);
  }
  const Settling plain = first_light({kStrong});
  CHECK(plain.fabric_us == Approx(closed_us(5.6, 40.0)).margin(kCodeMargin_us));
}

TEST_CASE("dead time is in the plant and in the timer") {
  const Settling settling =
      first_light({"switch.heater_response=delayed", "switch.diffusion_us=2.8"});
  const double grown = std::expm1(0.5) / 0.5;
  const double closed = 5.6 * std::log(base::kPi * grown * grown / (2.0 * std::asin(0.01)));
  CHECK(closed > closed_us(5.6, 40.0) + 2.8);
  CHECK(settling.fabric_us == Approx(closed).margin(kCodeMargin_us));
  CHECK(settling.timer_us ==
        Approx(closed + extra_us(tests::scenario("first_light.yaml"))).margin(1e-4));
}

TEST_CASE("heat of neighbours is allowed for") {
  // Cells that their neighbours heat leak so much that receivers would not lock with reflections.
  const Settling settling =
      first_light({"switch.crosstalk_nearest=0.01", "switch.crosstalk_second=0.005",
                   "platform.reflections.mpi_model=none"});
  const double closed = closed_us(5.6, 40.0) + 5.6 * std::log(1.03);
  CHECK(settling.timer_us ==
        Approx(closed + extra_us(tests::scenario("first_light.yaml"))).margin(1e-5));
  CHECK(settling.fabric_us > closed_us(5.6, 40.0));
  CHECK(settling.fabric_us <= closed + kCodeMargin_us);
}

TEST_CASE("a change in which a cell cools waits for it, however hard the driver pushes") {
  const testbenches::RunResult result = tests::run(
      "two_matchings.yaml", {kStrong, "switch.overdrive_ratio=3", "workload.bytes=64KiB"});
  REQUIRE(result.exit_code() == 0);
  bool cooled = false;
  for (const testbenches::ReconfigurationResult& change : result.reconfigurations) {
    CHECK(change.fabric_settled <= change.settle_timer_over);
    const double waits_us = change.settle_timer.seconds() * 1e6;
    if (waits_us > closed_us(5.6, 40.0)) {
      cooled = true;
      CHECK((change.fabric_settled - change.latched).seconds() * 1e6 ==
            Approx(closed_us(5.6, 40.0)).margin(kCodeMargin_us));
    }
  }
  CHECK(cooled);
}

TEST_CASE("what overdriven heaters draw is in the ledger") {
  const auto heaters = [](const testbenches::RunResult& run) {
    for (const testbenches::EnergyItem& item : run.energy) {
      if (item.component == "heaters") {
        return item.held.value();
      }
    }
    return 0.0;
  };
  const auto held_for = [](const testbenches::RunResult& run) {
    return (run.simulated - run.reconfigurations.front().latched).seconds();
  };
  const testbenches::RunResult plain =
      tests::run("first_light.yaml", {kStrong, "workload.bytes=64KiB"});
  REQUIRE(plain.reconfigurations.size() == 1);
  const double watt = heaters(plain) / held_for(plain);
  CHECK(watt > 20e-3);
  for (const double ratio : {1.5, 3.0}) {
    const testbenches::RunResult driven = tests::run(
        "first_light.yaml",
        {kStrong, "workload.bytes=64KiB", "switch.overdrive_ratio=" + std::to_string(ratio)});
    // From cold: ratio times the holding power for tau ln(ratio / (ratio - 1)).
    const double more = (ratio - 1.0) * 5.6e-6 * std::log(ratio / (ratio - 1.0));
    CHECK(heaters(driven) == Approx(watt * (held_for(driven) + more)).epsilon(1e-6));
  }
}
