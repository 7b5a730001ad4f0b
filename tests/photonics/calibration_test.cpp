// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/calibration/calibration_table.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::ActuatorId;

TEST_CASE("the nominal table has each heater's bar and cross code, and reads back") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  const CalibrationTable table = nominal_calibration(fabric, HeaterDriver({}));
  REQUIRE(table.actuators.size() == 20);
  for (std::uint32_t i = 0; i < 20; ++i) {
    const ActuatorId actuator{i};
    for (const CellState state : {CellState::bar, CellState::cross}) {
      CHECK(table.state(actuator, table.code(actuator, state)) == state);
    }
    CHECK(table.code(actuator, CellState::bar) == DacCode{7262});
    CHECK(table.code(actuator, CellState::cross) == DacCode{0});
    CHECK_FALSE(table.state(actuator, DacCode{7263}));
  }
  CHECK_THROWS_AS(table.code(ActuatorId{20}, CellState::bar), std::out_of_range);
  CHECK_THROWS_AS(table.state(ActuatorId{20}, DacCode{0}), std::out_of_range);
}

TEST_CASE("a driver that cannot reach a state has no table") {
  HeaterDriverParameters weak;
  weak.dac_max = base::Volt(1.0);
  CHECK_THROWS_AS(nominal_calibration(make_fabric(Topology::benes, 4, {}), HeaterDriver(weak)),
                  std::invalid_argument);
}

TEST_CASE("coarser codes leak more: quantisation shows as extinction loss") {
  FabricParameters p;
  p.cell = {0.5, 0.5, base::Decibel(0.0), base::Decibel(0.0)};
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 2, p);
  double previous = 0.0;
  for (const int bits : {13, 8, 5}) {
    HeaterDriverParameters driver_parameters;
    driver_parameters.dac_bits = bits;
    const HeaterDriver driver(driver_parameters);
    const CalibrationTable table = nominal_calibration(fabric, driver);
    const base::Radian phase = driver.phase(table.code(ActuatorId{0}, CellState::bar));
    const double leak = std::norm(fabric.port_matrix({phase})(1, 0));
    // sin^2(eps / 2) of the phase that the code misses.
    CHECK(leak == Approx(std::pow(std::sin((phase.value() - base::kPi) / 2.0), 2)).epsilon(1e-6));
    CHECK(leak > previous);
    previous = leak;
  }
}

TEST_CASE("a nominal table makes up for phases of rest that are known") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  HeaterDriverParameters parameters;
  parameters.dac_max = base::Volt(2.1);  // a full turn
  const HeaterDriver driver(parameters);
  std::vector<base::Radian> rest;
  for (std::size_t i = 0; i < fabric.actuators(); ++i) {
    rest.emplace_back(2.0 * base::kPi * static_cast<double>(i) /
                      static_cast<double>(fabric.actuators()));
  }
  const CalibrationTable table = nominal_calibration(fabric, driver, rest);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (const CellState state : {CellState::bar, CellState::cross}) {
      const base::Radian phase =
          rest[i] + driver.phase(table.code(static_cast<ActuatorId>(i), state));
      CHECK(std::abs(std::remainder((phase - nominal_phase(state)).value(), 2.0 * base::kPi)) <
            1e-3);
    }
  }
  rest.pop_back();
  CHECK_THROWS_AS(nominal_calibration(fabric, driver, rest), std::invalid_argument);
}
