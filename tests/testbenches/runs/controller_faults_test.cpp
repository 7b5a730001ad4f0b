// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/rtl/mutant_wrong_cell/mutant_wrong_cell.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

std::vector<std::string> texts(const testbenches::RunResult& result, const std::string& fault) {
  std::vector<std::string> all;
  for (const testbenches::RunFault& one : result.faults) {
    if (one.name == fault) {
      all.push_back(one.text);
    }
  }
  return all;
}

bool any_contains(const std::vector<std::string>& all, const std::string& part) {
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("a controller that programs one cell wrongly is found out by the light") {
  testbenches::Simulation simulation(tests::scenario("first_light.yaml"));
  simulation.use_controller([](unsigned ports) {
    REQUIRE(ports == 8);
    return systemc::make_mutant_wrong_cell();
  });
  const testbenches::RunResult& result = simulation.run();
  CHECK_FALSE(result.completed);
  CHECK(result.exit_code() == 1);
  CHECK(result.delivered < result.posted);

  // V_pi = sqrt(21.4 mW * 100 ohm) = 1.46287 V is nearest to code 7262 of 8191 over 1.65 V.
  // The cell: the codes that took effect differ from the table in exactly the actuator that the
  // mutant corrupts.
  REQUIRE(simulation.recorder().wrong_codes().size() == 1);
  CHECK(base::index(simulation.recorder().wrong_codes()[0].actuator) ==
        systemc::kMutantWrongActuator);
  CHECK(any_contains(
      texts(result, "controller_error"),
      "cell 6 (stage 1 row 2) was given code 0; the calibration table says 7262 (bar)"));

  // The circuits: two of them have changed places, so each sees the other's light, and the frames
  // that arrive are not for the rank that they reach.
  std::vector<testbenches::CircuitResult> broken;
  for (const testbenches::CircuitResult& circuit : result.circuits) {
    if (circuit.light_from != circuit.circuit.from) {
      broken.push_back(circuit);
    }
  }
  REQUIRE(broken.size() == 2);
  CHECK(broken[0].light_from == broken[1].circuit.from);
  CHECK(broken[1].light_from == broken[0].circuit.from);
  for (const testbenches::CircuitResult& circuit : broken) {
    const std::string name = std::to_string(base::index(circuit.circuit.from)) + "->" +
                             std::to_string(base::index(circuit.circuit.to));
    CHECK(any_contains(texts(result, "undelivered_bytes"), "circuit " + name + " is broken"));
    CHECK(any_contains(texts(result, "lost_frames"), "circuit " + name + ": lost"));
  }
  CHECK(any_contains(texts(result, "lost_frames"), "misdelivered"));
  CHECK_FALSE(result.blocked.empty());
}

TEST_CASE("a settle timer that is too short loses frames while crosstalk is high") {
  testbenches::Simulation simulation(tests::scenario("short_settle.yaml"));
  const testbenches::RunResult& result = simulation.run();
  CHECK(result.exit_code() == 1);
  CHECK(result.lost_frames() > 0);
  CHECK(result.delivered.count() > 0);  // the later frames find less crosstalk
  REQUIRE(result.reconfigurations.size() == 1);
  CHECK(result.reconfigurations[0].settle_timer_overridden);
  CHECK(result.reconfigurations[0].active < result.reconfigurations[0].fabric_settled);
  CHECK(any_contains(texts(result, "lost_frames"), "lost while the fabric was still settling"));
  CHECK(any_contains(texts(result, "lost_frames"), "the settle timer is too short"));

  // With the derived timer the same receivers lose nothing.
  const testbenches::RunResult patient =
      tests::run("short_settle.yaml", {"controller.settle_us=0"});
  CHECK(patient.exit_code() == 0);
  CHECK(patient.lost_frames() == 0);
}

TEST_CASE("faults that a scenario declares do not fail the run") {
  const testbenches::RunResult result =
      tests::run("short_settle.yaml", {"faults.expected=[lost_frames, undelivered_bytes]"});
  CHECK(result.lost_frames() > 0);
  CHECK(result.exit_code() == 0);
}
