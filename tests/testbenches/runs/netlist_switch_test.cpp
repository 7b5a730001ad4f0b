// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "base/diagnostics.hpp"
#include "photonics/calibration/calibration_table.hpp"
#include "platforms/build/switch_builder.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

const char* const kScenario = "netlist_switch.yaml";

testbenches::RunResult run_from(const platforms::ScenarioConfig& scenario) {
  testbenches::Simulation simulation(scenario);
  return simulation.run();
}

/// The same switch, made as a Benes fabric of the netlist's cells whose layout loses nothing.
platforms::ScenarioConfig benes_instead(platforms::ScenarioConfig config) {
  config.fabric_switch.fabric = photonics::Topology::benes;
  config.fabric_switch.make.crossing_loss = base::Decibel(0.0);
  config.fabric_switch.make.waveguide_loss = base::DecibelPerMetre(0.0);
  return config;
}

double loss_of(const Eigen::MatrixXcd& field, std::uint32_t input, std::uint32_t output) {
  return -10.0 * std::log10(std::norm(
                     field(static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input))));
}

}  // namespace

TEST_CASE("circuits through a netlist lose what those through its Benes fabric lose") {
  const platforms::ScenarioConfig config = scenario(kScenario);
  const platforms::SwitchParts netlist = platforms::build_switch(config.fabric_switch, config.seed);
  const platforms::SwitchParts benes =
      platforms::build_switch(benes_instead(config).fabric_switch, config.seed);
  const photonics::HeaterDriver driver(config.fabric_switch.driver);
  const photonics::CalibrationTable table = nominal_calibration(*netlist.fabric, driver);
  std::vector<std::uint32_t> outputs{0, 1, 2, 3};
  do {
    photonics::Matching wanted(4);
    for (std::uint32_t input = 0; input < 4; ++input) {
      wanted.connect(base::PortId{input}, base::PortId{outputs[input]});
    }
    const std::vector<photonics::CellState> cold(6, photonics::CellState::cross);
    const auto states = netlist.router->route(wanted, photonics::Matching(4), cold).states;
    std::vector<base::Radian> phases;
    for (std::uint32_t cell = 0; cell < 6; ++cell) {
      phases.push_back(driver.phase(table.code(base::ActuatorId{cell}, states[cell])));
    }
    const Eigen::MatrixXcd a = netlist.fabric->port_matrix(phases);
    const Eigen::MatrixXcd b = benes.fabric->port_matrix(phases);
    for (std::uint32_t input = 0; input < 4; ++input) {
      CHECK(std::abs(loss_of(a, input, outputs[input]) - loss_of(b, input, outputs[input])) < 1e-9);
    }
  } while (std::next_permutation(outputs.begin(), outputs.end()));
}

TEST_CASE("the same AllReduce runs over a netlist and over a Benes fabric of its cells") {
  const platforms::ScenarioConfig config = scenario(kScenario);
  const testbenches::RunResult netlist = run_from(config);
  CHECK(netlist.exit_code() == 0);
  CHECK(netlist.completed);
  CHECK(netlist.data_verified);
  const testbenches::RunResult benes = run_from(benes_instead(config));
  CHECK(benes.exit_code() == 0);
  CHECK(netlist.posted == benes.posted);
  CHECK(netlist.delivered == benes.delivered);
  REQUIRE(netlist.circuits.size() == benes.circuits.size());
  for (std::size_t i = 0; i < netlist.circuits.size(); ++i) {
    // Other ways and a heat that still moves a little: other leaks, but the same cells.
    CHECK(netlist.circuits[i].cells == benes.circuits[i].cells);
    CHECK(netlist.circuits[i].loss.value() == Approx(benes.circuits[i].loss.value()).margin(0.05));
  }
}

TEST_CASE("the eight port netlist runs as the switch of eight accelerators") {
  platforms::ScenarioConfig config = scenario(kScenario);
  config.platform.accelerators = 8;
  config.workload.ranks = 8;
  config.fabric_switch.ports = 8;
  config.fabric_switch.netlist = source_path("platforms/presets/netlists/benes_8x8.yaml");
  const testbenches::RunResult result = run_from(config);
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
}

TEST_CASE("PICBench's Benes network runs as a switch as it is") {
  const auto path = case_path("netlist/benes_4x4.json");
  HELIOGRAPH_SKIP_WITHOUT(path, "netlist/benes_4x4.json");
  platforms::ScenarioConfig config = scenario(kScenario);
  config.fabric_switch.netlist = *path;
  const testbenches::RunResult result = run_from(config);
  CHECK(result.exit_code() == 0);
  CHECK(result.completed);
  CHECK(result.data_verified);
}

TEST_CASE("a netlist that is no such switch is a wrong input with its place") {
  platforms::ScenarioConfig config = scenario(kScenario);
  config.fabric_switch.netlist = source_path("platforms/presets/netlists/benes_8x8.yaml");
  CHECK_THROWS_WITH(testbenches::Simulation(config),
                    Catch::Contains("the netlist has 8 inputs; expected as many as switch.ports, "
                                    "which is 4"));
  config.fabric_switch.netlist = source_path("testbenches/scenarios/data/straight_4x4.yaml");
  config.fabric_switch.netlist_models = source_path("no_such_file.yaml");
  CHECK_THROWS_AS(testbenches::Simulation(config), base::InputError);
}

TEST_CASE("circuits that a fabric cannot join fail the run, with a text") {
  platforms::ScenarioConfig config = scenario(kScenario);
  config.fabric_switch.netlist = source_path("testbenches/scenarios/data/straight_4x4.yaml");
  const testbenches::RunResult result = run_from(config);
  CHECK(result.exit_code() == 1);
  REQUIRE_FALSE(result.faults.empty());
  CHECK(result.faults.front().name == "unroutable_circuits");
  CHECK(result.faults.front().text ==
        "no states of the fabric's cells realise the circuits 0 to 1, 1 to 2, 2 to 3, 3 to 0 "
        "together");
}

TEST_CASE("what names do not tell, a file of cells and a map of models tell") {
  const testbenches::RunResult result =
      run(kScenario,
          {"switch.netlist=" + source_path("testbenches/scenarios/data/foreign_4x4.yaml"),
           "switch.netlist_models=" + source_path("testbenches/scenarios/data/foreign_models.yaml"),
           "switch.netlist_cells=" + source_path("testbenches/scenarios/data/foreign_cells.yaml")});
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
}

TEST_CASE("a heater that a cell's model cannot follow is a wrong input") {
  const std::string data = "testbenches/scenarios/data/";
  CHECK_THROWS_WITH(
      run(kScenario, {"switch.netlist=" + source_path(data + "foreign_4x4.yaml"),
                      "switch.netlist_models=" + source_path(data + "foreign_models.yaml"),
                      "switch.netlist_cells=" + source_path(data + "foreign_cells.yaml"),
                      "switch.phase_bias_rad=-0.5"}),
      Catch::Contains("the heater of cell 's0r0' can reach -0.5 rad"));
}
