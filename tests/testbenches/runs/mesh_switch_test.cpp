// SPDX-License-Identifier: Apache-2.0
// A mesh is a fabric like any other: behind the controller, with its router's states and its
// fields.
#include <catch2/catch.hpp>

#include "base/diagnostics.hpp"
#include "platforms/build/switch_builder.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

testbenches::RunResult run_from(const platforms::ScenarioConfig& config) {
  testbenches::Simulation simulation(config);
  return simulation.run();
}

}  // namespace

TEST_CASE("first light's AllReduce runs over a PIP mesh, with the RTL and with its twin") {
  platforms::ScenarioConfig config = scenario("first_light_pip_mesh.yaml");
  const testbenches::RunResult rtl = run_from(config);
  CHECK(rtl.exit_code() == 0);
  CHECK(rtl.completed);
  CHECK(rtl.data_verified);
  config.controller.kind = platforms::ControllerKind::behavioural;
  const testbenches::RunResult twin = run_from(config);
  CHECK(twin.data_verified);
  CHECK(rtl.posted == twin.posted);
  CHECK(rtl.delivered == twin.delivered);
  REQUIRE(rtl.circuits.size() == 8);
  for (std::size_t i = 0; i < rtl.circuits.size(); ++i) {
    CHECK(rtl.circuits[i].loss == twin.circuits[i].loss);
    // 0.48 dB a cell (photonics/fabric/mesh_parameters.hpp), 2 dB of fibres' couplers, and leaks.
    const double cells = static_cast<double>(rtl.circuits[i].cells);
    CHECK(rtl.circuits[i].loss.value() == Approx(2.0 + 0.48 * cells).margin(0.1));
  }
}

TEST_CASE("over Smartlight the driver's writes, one after the other, take most of the set-up") {
  const testbenches::RunResult result = run_from(scenario("first_light_smartlight.yaml"));
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  REQUIRE(result.reconfigurations.size() == 1);
  const testbenches::ReconfigurationResult& change = result.reconfigurations[0];
  // 160 channels in 62.5 ms: 390.625 us each, of one chain.
  const double writes_us = 390.625 * static_cast<double>(change.codes_written);
  CHECK(change.programming().seconds() * 1e6 == Approx(writes_us).margin(2.0));
  CHECK(change.settling().seconds() * 1e6 < 50.0);
}

TEST_CASE("a failed cell of a mesh is routed around, and a circuit that is lost to one is named") {
  platforms::ScenarioConfig config = scenario("first_light_pip_mesh.yaml");
  const platforms::SwitchParts parts = platforms::build_switch(config.fabric_switch, config.seed);
  photonics::Matching ring(8);
  for (std::uint32_t i = 0; i < 8; ++i) {
    ring.connect(base::PortId{i}, base::PortId{(i + 1) % 8});
  }
  const auto states =
      parts.router->route(ring, photonics::Matching(8), parts.fabric->structure().idle).states;
  const std::vector<photonics::PathHop> way = parts.fabric->trace(base::PortId{0}, states).hops;
  config.fabric_switch.mesh.stuck_phase = {static_cast<int>(base::index(way[way.size() / 2].cell))};
  const testbenches::RunResult around = run_from(config);
  CHECK(around.exit_code() == 0);
  CHECK(around.data_verified);
  // The cell at the transmitter's port.
  config.fabric_switch.mesh.stuck_phase = {static_cast<int>(base::index(way.front().cell))};
  const testbenches::RunResult lost = run_from(config);
  CHECK(lost.exit_code() == 1);
  CHECK_FALSE(lost.completed);
  bool named = false;
  for (const auto& fault : lost.faults) {
    named = named || fault.text.find("0 to 1") != std::string::npos;
  }
  CHECK(named);
}

TEST_CASE("a mesh with more cells than the controller has codes is a wrong input") {
  platforms::ScenarioConfig config = scenario("first_light_pip_mesh.yaml");
  config.fabric_switch.mesh.rows = 31;
  config.fabric_switch.mesh.columns = 31;
  CHECK_THROWS_WITH(
      testbenches::Simulation(config),
      Catch::Contains("the fabric has") && Catch::Contains("heaters; expected at most"));
}

TEST_CASE("cells that nobody has set stay at code 0 in a run, and its light shows it") {
  const std::string resting = "switch.mesh.unset=random_phase";
  // A turn of the phase takes 2.07 V.
  const std::string turn = "switch.dac_max_V=2.1";
  CHECK_THROWS_WITH(
      scenario("first_light_pip_mesh.yaml", {resting}),
      Catch::Contains("expected a full turn") && Catch::Contains("dac_max_V of 2.07 or more"));
  const testbenches::RunResult parked = run("first_light_pip_mesh.yaml", {turn});
  const testbenches::RunResult result = run("first_light_pip_mesh.yaml", {turn, resting});
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  REQUIRE(result.circuits.size() == parked.circuits.size());
  REQUIRE(result.reconfigurations.size() == 1);
  // What the ring's ways need is written and nothing else; parked cells rest in cross at code 0.
  std::size_t passed = 0;
  for (std::size_t i = 0; i < result.circuits.size(); ++i) {
    passed += result.circuits[i].cells;
    CHECK(result.circuits[i].cells == parked.circuits[i].cells);
    CHECK(result.circuits[i].crosstalk != parked.circuits[i].crosstalk);
  }
  CHECK(result.reconfigurations[0].codes_written <= static_cast<std::int64_t>(passed));
  CHECK(result.reconfigurations[0].codes_written > parked.reconfigurations[0].codes_written);
  // A heater that has a turn to go takes tau ln 2 longer than one that has half of it.
  CHECK(result.reconfigurations[0].settling() > parked.reconfigurations[0].settling());
}
