// SPDX-License-Identifier: Apache-2.0
// Each topology stands behind the same controller by one key.
#include <string>

#include <catch2/catch.hpp>

#include "photonics/fabric/topology.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

/// Couplers that leak little enough for the longest paths, of a crossbar.
platforms::ScenarioConfig first_light_on(photonics::Topology topology) {
  platforms::ScenarioConfig config = scenario("first_light.yaml");
  config.fabric_switch.fabric = topology;
  config.fabric_switch.make.cell.coupler_in = 0.495;
  config.fabric_switch.make.cell.coupler_out = 0.495;
  return config;
}

}  // namespace

TEST_CASE("first light's AllReduce runs on every topology, with the RTL and with its twin") {
  for (const photonics::Topology topology : photonics::all_topologies()) {
    INFO(to_string(topology));
    platforms::ScenarioConfig config = first_light_on(topology);
    testbenches::Simulation rtl(config);
    const testbenches::RunResult a = rtl.run();
    CHECK(a.exit_code() == 0);
    CHECK(a.completed);
    CHECK(a.data_verified);
    config.controller.kind = platforms::ControllerKind::behavioural;
    testbenches::Simulation twin(config);
    const testbenches::RunResult b = twin.run();
    CHECK(b.data_verified);
    CHECK(a.posted == b.posted);
    CHECK(a.delivered == b.delivered);
    REQUIRE(a.circuits.size() == 8);
    for (std::size_t i = 0; i < a.circuits.size(); ++i) {
      CHECK(a.circuits[i].loss == b.circuits[i].loss);
    }
  }
}

TEST_CASE("the largest fabrics fit the actuator codes of the 32 port controller") {
  for (const photonics::Topology topology : photonics::all_topologies()) {
    INFO(to_string(topology));
    platforms::ScenarioConfig config = first_light_on(topology);
    config.fabric_switch.ports = 32;
    testbenches::Simulation simulation(config);
    const testbenches::RunResult result = simulation.run();
    // Whether light survives the longest ways is not asked: the codes are written and latched.
    REQUIRE(result.reconfigurations.size() == 1);
    CHECK(result.reconfigurations[0].codes_written >=
          static_cast<std::int64_t>(result.reconfigurations[0].changed_cells));
    CHECK(result.reconfigurations[0].latched != base::Picoseconds::never());
  }
}
