// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "base/diagnostics.hpp"
#include "photonics/calibration/calibration_table.hpp"
#include "photonics/fabric/benes.hpp"
#include "photonics/routing/cell_graph_router.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

const char* const kScenario = "netlist_switch.yaml";

testbenches::RunResult run_from(const platforms::ScenarioConfig& scenario) {
  testbenches::Simulation simulation(scenario);
  return simulation.run();
}

/// A Benes fabric of the cells of the scenario's netlist, whose layout loses nothing.
photonics::BenesFabric benes_of(const platforms::ScenarioConfig& config) {
  photonics::BenesParameters parameters = config.fabric_switch.benes;
  parameters.crossing_loss = base::Decibel(0.0);
  parameters.waveguide_loss = base::DecibelPerMetre(0.0);
  base::RandomStream random(config.seed, "fabrication/switch");
  return photonics::BenesFabric(
      4, parameters, photonics::draw_phase_errors(6, parameters.phase_error_sigma, random));
}

/// The field of the Benes fabric once the ring is set up from a cold switch, as the host would.
Eigen::MatrixXcd ring_field(const platforms::ScenarioConfig& config) {
  const photonics::BenesFabric fabric = benes_of(config);
  photonics::Matching ring(4);
  for (std::uint32_t i = 0; i < 4; ++i) {
    ring.connect(base::PortId{i}, base::PortId{(i + 1) % 4});
  }
  const photonics::CellGraphRouter router(photonics::benes_cell_graph(fabric.layout()));
  const std::vector<photonics::CellState> cold(6, photonics::CellState::cross);
  const std::vector<photonics::CellState> states =
      router.route(ring, photonics::Matching(4), cold).states;
  const photonics::HeaterDriver driver(config.fabric_switch.driver);
  const photonics::CalibrationTable table = photonics::nominal_calibration(fabric, driver);
  std::vector<base::Radian> phases;
  for (std::uint32_t cell = 0; cell < 6; ++cell) {
    phases.push_back(driver.phase(table.code(base::ActuatorId{cell}, states[cell])));
  }
  return fabric.port_matrix(phases);
}

}  // namespace

TEST_CASE("an AllReduce runs over a netlist as the switch, and its light is that of the Benes") {
  const platforms::ScenarioConfig config = scenario(kScenario);
  const testbenches::RunResult netlist = run_from(config);
  CHECK(netlist.exit_code() == 0);
  CHECK(netlist.completed);
  CHECK(netlist.data_verified);
  const Eigen::MatrixXcd field = ring_field(config);
  const base::Decibel fibres = config.platform.fibre.total_loss() * 2.0;
  REQUIRE(netlist.circuits.size() == 4);
  for (const testbenches::CircuitResult& circuit : netlist.circuits) {
    CHECK(circuit.cells == 3);
    const double power = std::norm(field(static_cast<Eigen::Index>(circuit.circuit.to),
                                         static_cast<Eigen::Index>(circuit.circuit.from)));
    CHECK(std::abs((circuit.loss - fibres).value() + 10.0 * std::log10(power)) < 1e-9);
  }
}

TEST_CASE("the same AllReduce runs over a netlist and over a Benes fabric of its cells") {
  platforms::ScenarioConfig config = scenario(kScenario);
  const testbenches::RunResult netlist = run_from(config);
  config.fabric_switch.fabric = platforms::FabricKind::benes;
  const testbenches::RunResult benes = run_from(config);
  CHECK(benes.exit_code() == 0);
  CHECK(netlist.posted == benes.posted);
  CHECK(netlist.delivered == benes.delivered);
  CHECK(netlist.circuits.size() == benes.circuits.size());
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
