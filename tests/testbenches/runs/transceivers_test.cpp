// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "testbenches/fabrics/switch_source.hpp"
#include "testbenches/link_budget/link_survey.hpp"
#include "platforms/build/link_path.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

using Overrides = std::vector<std::string>;

/// What may be on a link's way.
std::vector<Overrides> all_optics() {
  return {{"platform.reflections.mpi_model=none"},
          {},
          {"platform.reflections.end_reflectance_dB=-15"},
          {"platform.reflections.mpi_model=allocated"},
          {"platform.reflections.mpi_model=none", "platform.amplifier.place=before_fabric"},
          {"platform.reflections.mpi_model=none", "platform.amplifier.place=after_fabric"},
          {"platform.reflections.end_reflectance_dB=-15", "platform.amplifier.place=after_fabric"},
          {"platform.transceiver.modulation=pam4", "platform.transceiver.lock=power",
           "platform.amplifier.place=before_fabric"}};
}

/// Long enough for the heat of the change to be gone, so that the run's last look is at rest.
Overrides at_rest(Overrides overrides) {
  overrides.emplace_back("controller.settle_us=1000");
  return overrides;
}

bool has_fault(const testbenches::RunResult& result, const std::string& name,
               const std::string& part) {
  return std::any_of(result.faults.begin(), result.faults.end(), [&](const auto& fault) {
    return fault.name == name && fault.text.find(part) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a run sees the error rates of `link`: amplifier, reflections, both") {
  for (const char* fabric : {"benes", "crossbar"}) {
    for (const Overrides& optics : all_optics()) {
      Overrides overrides = at_rest(optics);
      overrides.push_back(std::string("switch.fabric=") + fabric);
      INFO(fabric << " " << (optics.empty() ? "" : optics.front()));
      const testbenches::RunResult result = tests::run("ring_generator.yaml", overrides);
      REQUIRE(result.circuits.size() == 8);
      const testbenches::SwitchSource source = testbenches::make_switch(
          "ring_generator.yaml", tests::scenario("ring_generator.yaml", overrides));
      photonics::Matching ring(source.fabric().ports());
      for (const testbenches::CircuitResult& circuit : result.circuits) {
        ring.connect(static_cast<base::PortId>(circuit.circuit.from),
                     static_cast<base::PortId>(circuit.circuit.to));
      }
      const testbenches::LinkSurvey links = testbenches::survey_links(source, {ring}, {});
      for (const testbenches::CircuitResult& circuit : result.circuits) {
        // In ascending order of input, all eight of them.
        const testbenches::SurveyedLink& link = links.links.at(base::index(circuit.circuit.from));
        CHECK(circuit.pre_fec_ber == Approx(link.budget.reception.ber).epsilon(0.01));
        CHECK(circuit.received.value() ==
              Approx(base::to_dbm(link.budget.average).value()).margin(1e-3));
      }
    }
  }
}

TEST_CASE("every circuit of every epoch has the error rate of its loss and crosstalk in a budget") {
  const testbenches::RunResult plain =
      tests::run("two_matchings.yaml", at_rest(all_optics().front()));
  REQUIRE(plain.reconfigurations.size() > 1);
  for (const Overrides& optics : all_optics()) {
    const Overrides overrides = at_rest(optics);
    INFO((optics.empty() ? "" : optics.front()));
    const testbenches::RunResult result = tests::run("two_matchings.yaml", overrides);
    // Four levels lose frames, so that their run does not reach the last matching.
    REQUIRE(result.circuits.size() >= 16);
    platforms::LinkPath way =
        platforms::link_path(tests::scenario("two_matchings.yaml", overrides).platform,
                             base::Hertz(193.4144890322581e12));
    for (std::size_t i = 0; i < result.circuits.size(); ++i) {
      // Without amplifier all that is lost beside fibres and facets is the fabric's.
      base::Decibel fabric = plain.circuits[i].loss;
      for (const photonics::LinkElement& element : way.design.path) {
        fabric += element.name == "fabric" ? base::Decibel(0.0) : -element.loss;
      }
      way.design.path[way.fabric].loss = fabric;
      way.design.interferers = {base::to_linear(plain.circuits[i].crosstalk)};
      const photonics::LinkBudget budget = photonics::link_budget(way.design);
      CHECK(result.circuits[i].pre_fec_ber == Approx(budget.reception.ber).epsilon(0.01));
      way.design.path[way.fabric].loss = base::Decibel(0.0);
    }
  }
}

TEST_CASE("reflections cost errors and no power") {
  const testbenches::RunResult with = tests::run("ring_generator.yaml");
  const testbenches::RunResult without =
      tests::run("ring_generator.yaml", {"platform.reflections.mpi_model=none"});
  REQUIRE(with.circuits.size() == without.circuits.size());
  for (std::size_t i = 0; i < with.circuits.size(); ++i) {
    CHECK(with.circuits[i].pre_fec_ber > without.circuits[i].pre_fec_ber);
    CHECK(with.circuits[i].received.value() == without.circuits[i].received.value());
  }
}

TEST_CASE("lanes fail one by one and take their share of the rate; all bytes still arrive") {
  const Overrides data{"workload.bytes=4MiB"};
  const testbenches::RunResult whole = tests::run("ring_generator.yaml", data);
  REQUIRE(whole.completed);
  std::string faults;
  for (int failed = 1; failed <= 3; ++failed) {
    faults += (faults.empty() ? "2:" : ", 2:") + std::to_string(failed);
    Overrides overrides = data;
    overrides.push_back("platform.transceiver.lane_faults=" + faults);
    const testbenches::RunResult result = tests::run("ring_generator.yaml", overrides);
    INFO(faults);
    CHECK(result.completed);
    CHECK(result.data_verified);
    CHECK(result.faults.empty());
    // Every step of the ring waits for the slowest link: serialisation grows by W over W - failed.
    CHECK(static_cast<double>(result.completion.count()) >
          0.97 * 4.0 / (4.0 - failed) * static_cast<double>(whole.split.serialisation.count()));
    CHECK(static_cast<double>(result.split.serialisation.count()) ==
          Approx(4.0 / (4.0 - failed) * static_cast<double>(whole.split.serialisation.count()))
              .epsilon(0.02));
    REQUIRE(result.lanes.size() == 8 * 4);
    for (const testbenches::LaneResult& lane : result.lanes) {
      const bool own = base::index(lane.transceiver) == 2 && lane.lane >= 1 &&
                       lane.lane <= static_cast<std::size_t>(failed);
      CHECK((lane.failed == base::Picoseconds(0)) == own);
      base::Picoseconds sum;
      for (const base::Picoseconds spent : lane.spent) {
        sum += spent;
      }
      CHECK(sum == result.simulated);
    }
    const testbenches::LaneResult& at_receiver = result.lanes[3 * 4 + 1];  // of rank 3
    CHECK(at_receiver.state == systemc::LockState::off);
  }
}

TEST_CASE("a lane that fails takes the frame that is on the line, and nothing where none is") {
  const testbenches::RunResult whole = tests::run("ring_generator.yaml");
  int lost = 0;
  int unharmed = 0;
  for (int part = 1; part <= 8; ++part) {
    const double instant =
        whole.set_up.seconds() * 1e6 + part * whole.completion.seconds() * 1e6 / 8.7;
    const testbenches::RunResult result = tests::run(
        "ring_generator.yaml", {"platform.transceiver.lane_faults=5:0@" + std::to_string(instant)});
    INFO(instant);
    if (result.lost_frames() == 0) {
      ++unharmed;
      CHECK(result.completed);
      CHECK(result.data_verified);
      CHECK(result.faults.empty());
    } else {
      ++lost;
      CHECK(result.lost_frames() == 1);
      CHECK_FALSE(result.completed);
      CHECK(has_fault(result, "lost_frames", "circuit 5->6: lost 1 of"));
      CHECK(result.exit_code() == 1);
    }
  }
  CHECK(lost > 0);
  CHECK(unharmed > 0);
}

TEST_CASE("with `down` the link carries nothing and the run says which lane has failed") {
  const testbenches::RunResult result = tests::run(
      "ring_generator.yaml",
      {"platform.transceiver.lane_faults=2:1", "platform.transceiver.on_lane_loss=down"});
  CHECK_FALSE(result.completed);
  CHECK(result.exit_code() == 1);
  CHECK(has_fault(result, "undelivered_bytes", "transceiver 2 is down: lane 1 failed at 0 us"));
  CHECK(has_fault(result, "controller_error", "receiver 3 (lane 1; of its source lane 1 failed"));
}

TEST_CASE("a link without lanes that differ has the same result with and without their telling") {
  const testbenches::RunResult one = tests::run("two_matchings.yaml");
  // A fault long after the end makes lanes be told apart.
  const testbenches::RunResult apart =
      tests::run("two_matchings.yaml", {"platform.transceiver.lane_faults=0:0@900000"});
  CHECK(one.completion == apart.completion);
  REQUIRE(one.circuits.size() == apart.circuits.size());
  for (std::size_t i = 0; i < one.circuits.size(); ++i) {
    CHECK(one.circuits[i].pre_fec_ber == Approx(apart.circuits[i].pre_fec_ber).epsilon(1e-9));
  }
  REQUIRE(apart.lanes.size() == 4 * one.lanes.size());
  for (const testbenches::LaneResult& lane : apart.lanes) {
    CHECK(lane.spent == one.lanes[base::index(lane.transceiver)].spent);
  }
}

TEST_CASE("weak lanes of a seed make errors of their own") {
  const testbenches::RunResult alike = tests::run("ring_generator.yaml");
  const testbenches::RunResult spread =
      tests::run("ring_generator.yaml", {"platform.transceiver.lane_loss_sigma_dB=0.2"});
  CHECK(spread.completed);
  bool differs = false;
  for (std::size_t i = 0; i < alike.circuits.size(); ++i) {
    differs = differs || spread.circuits[i].pre_fec_ber != alike.circuits[i].pre_fec_ber;
  }
  CHECK(differs);
}

TEST_CASE("rings search before the first lock, and a run waits for them") {
  const testbenches::RunResult plain = tests::run("ring_generator.yaml");
  const testbenches::RunResult rings =
      tests::run("ring_generator.yaml", {"platform.transceiver.modulator=ring"});
  CHECK(rings.completed);
  CHECK(rings.faults.empty());
  REQUIRE(rings.lanes.size() == plain.lanes.size());
  for (const testbenches::LaneResult& lane : rings.lanes) {
    // The transmitter's rings, then the receiver's own, 200 us each.
    CHECK(lane.spent[static_cast<std::size_t>(systemc::LockState::scan)] >=
          base::Picoseconds(400'000'000));
  }
  CHECK(rings.completion == plain.completion);
}

TEST_CASE("a run completes without keep-alive and with every relock preset") {
  const testbenches::RunResult plain = tests::run("ring_generator.yaml");
  const testbenches::RunResult dark =
      tests::run("ring_generator.yaml", {"platform.transceiver.keep_alive=false",
                                         "platform.transceiver.relock_preset=burst_mode",
                                         "platform.transceiver.idle_off_us=0.05"});
  CHECK(dark.completed);
  CHECK(dark.data_verified);
  CHECK(dark.faults.empty());
  CHECK(dark.lost_frames() == 0);
  CHECK(dark.completion > plain.completion);
  std::int64_t losses = 0;
  for (const testbenches::LaneResult& lane : dark.lanes) {
    losses += lane.losses;
  }
  CHECK(losses > 0);
  for (const char* preset : {"phase_cached", "burst_mode", "commodity", "dsp"}) {
    INFO(preset);
    const testbenches::RunResult result = tests::run(
        "ring_generator.yaml", {std::string("platform.transceiver.relock_preset=") + preset});
    CHECK(result.completed);
    CHECK(result.completion == plain.completion);  // circuits are up before the first post
  }
}
