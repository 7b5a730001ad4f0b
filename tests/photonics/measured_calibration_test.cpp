// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/calibration/measured_calibration.hpp"
#include "photonics/fabric/cell_variation.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Radian;

namespace {

constexpr CellState kStates[] = {CellState::bar, CellState::cross};

/// A driver that reaches 2.26 turns of pi.
HeaterDriverParameters strong_driver() {
  HeaterDriverParameters driver;
  driver.dac_max = base::Volt(2.2);
  return driver;
}

MonitorParameters sharp_monitor() {
  MonitorParameters monitor;
  monitor.adc_bits = 16;
  monitor.ranges = 1;
  monitor.noise = Decibel(-300.0);
  monitor.phase_tolerance = Radian(0.0);
  return monitor;
}

/// A chip with cells of their own and phases that can be anything.
FeedForwardFabric chip(Topology topology, std::size_t ports, const MziParameters& design,
                       const CellVariation& variation, base::RandomStream& random) {
  FabricParameters p;
  p.cell = design;
  FabricLayout layout = make_layout(topology, ports);
  std::vector<std::shared_ptr<const CellModel>> made;
  for (const MziParameters& cell : draw_cells(design, layout.graph.cells(), variation, random)) {
    made.push_back(std::make_shared<MziCell>(cell, p.design_wavelength));
  }
  const bool whole = universal(topology);
  const std::size_t actuators = made.size() * (whole ? 2 : 1) + (whole ? ports : 0);
  return {std::move(layout),
          whole,
          p,
          std::make_shared<MziCell>(design, p.design_wavelength),
          draw_phase_errors(actuators, Radian(0.0), PhaseMake::uniform, random),
          std::move(made)};
}

MeasuredCalibration measured(const FeedForwardFabric& fabric, const HeaterDriverParameters& driver,
                             const MonitorParameters& monitor, std::uint64_t seed = 1) {
  base::RandomStream noise(seed, "calibration");
  return measure_calibration({fabric, driver, {}, {}}, monitor, noise);
}

/// The phase that a cell has at a code, beyond that of the state, without heat of neighbours.
double miss(const FeedForwardFabric& fabric, const HeaterDriver& driver, std::size_t cell,
            DacCode code, CellState state) {
  return std::remainder(
      (driver.phase(code) + fabric.phase_errors()[cell] - nominal_phase(state)).value(),
      2.0 * base::kPi);
}

/// Half of the larger step of the phase beside a code.
double half_step(const HeaterDriver& driver, DacCode code) {
  const auto number = static_cast<unsigned>(code);
  double step = 0.0;
  if (number > 0) {
    step = (driver.phase(code) - driver.phase(static_cast<DacCode>(number - 1))).value();
  }
  if (code < driver.max_code()) {
    step = std::max(step,
                    (driver.phase(static_cast<DacCode>(number + 1)) - driver.phase(code)).value());
  }
  return step / 2.0;
}

std::size_t below(std::size_t n, base::RandomStream& random) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
}

}  // namespace

TEST_CASE("cells of ideal couplers get the phases of their states to a step of DAC and ADC") {
  CHECK(rc::check("chips of every topology", [](std::uint64_t seed) {
    base::RandomStream random(seed, "chips");
    const Topology topology = all_topologies()[below(all_topologies().size(), random)];
    std::size_t ports = 2 + below(7, random);
    while (!allows(topology, ports)) {
      --ports;
    }
    const MziParameters ideal{0.5, 0.5, Decibel(0.3), Decibel(0.0)};
    CellVariation variation;
    variation.cell_loss_sigma = Decibel(0.1);
    const FeedForwardFabric fabric = chip(topology, ports, ideal, variation, random);
    HeaterDriverParameters driver_parameters = strong_driver();
    driver_parameters.dac_bits = 8 + static_cast<int>(below(9, random));
    const HeaterDriver driver(driver_parameters);
    const MonitorParameters monitor = sharp_monitor();
    const MeasuredCalibration result = measured(fabric, driver_parameters, monitor);
    RC_ASSERT(result.unseen() == 0U);
    RC_ASSERT(result.out_of_reach() == 0U);
    const double coarsest = half_step(driver, driver.max_code());
    const double adc_step = Monitor(monitor).step(base::PowerRatio(1.0)).value();
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      const MeasuredCell& found = result.cells[cell];
      for (const CellState state : kStates) {
        const DacCode code = result.table.code(static_cast<base::ActuatorId>(cell), state);
        // The fit: every reading of the difference is off by at most a step of the ADC. A stray of
        // a cell that is e off has the field e / 2 and bends the phase by e at most.
        const double fit = 4.0 * adc_step / found.amplitude.value();
        const double strays = static_cast<double>(found.strays) * coarsest;
        const double bound = half_step(driver, code) + fit + strays + 1e-5;
        const double off = miss(fabric, driver, cell, code, state);
        RC_ASSERT(std::abs(off) <= bound);
        // What the cell leaks is that phase's, by the closed form of ideal couplers.
        std::vector<Radian> phases(fabric.actuators());
        phases[cell] = driver.phase(code);
        const Eigen::Matrix2cd field = fabric.cell_field(static_cast<base::CellId>(cell), phases);
        const double wrong = std::norm(state == CellState::bar ? field(1, 0) : field(0, 0));
        const double leak = wrong / field.col(0).squaredNorm();
        RC_ASSERT(leak <= std::pow(std::sin(bound / 2.0), 2) + 1e-12);
      }
    }
  }));
}

TEST_CASE("a cell's extinction is what its couplers allow") {
  // Alone in its fabric, so that no stray bends what is measured.
  CHECK(rc::check("single cells", [](std::uint64_t seed) {
    base::RandomStream random(seed, "single cells");
    const MziParameters cell{0.25 + 0.5 * random.uniform(), 0.25 + 0.5 * random.uniform(),
                             Decibel(2.0 * random.uniform()), Decibel(random.uniform())};
    const FeedForwardFabric fabric = chip(Topology::benes, 2, cell, {}, random);
    const HeaterDriver driver(strong_driver());
    const MonitorParameters monitor = sharp_monitor();
    const MeasuredCalibration result = measured(fabric, strong_driver(), monitor);
    RC_ASSERT(result.cells[0].seen);
    RC_ASSERT(result.cells[0].strays == 0U);
    const double t1 = std::sqrt(1.0 - cell.coupler_in);
    const double c1 = std::sqrt(cell.coupler_in);
    const double t2 = std::sqrt(1.0 - cell.coupler_out);
    const double c2 = std::sqrt(cell.coupler_out);
    const double g = std::pow(10.0, -cell.arm_imbalance.value() / 20.0);
    const double loss = std::pow(10.0, -cell.cell_loss.value() / 10.0);
    // |straight|^2 and |across|^2 are a sum of squares -/+ this times the cosine of the phase.
    const double swing = 2.0 * t1 * t2 * c1 * c2 * g * loss;
    for (const CellState state : kStates) {
      const DacCode code = result.table.code(base::ActuatorId{0}, state);
      const double bound =
          half_step(driver, code) + 4.0 * Monitor(monitor).step(base::PowerRatio(1.0)).value() /
                                        result.cells[0].amplitude.value();
      const Eigen::Matrix2cd field = fabric.cell_field(base::CellId{0}, {driver.phase(code)});
      const bool bar = state == CellState::bar;
      const double least =
          loss * (bar ? std::pow(c2 * t1 * g - t2 * c1, 2) : std::pow(t2 * t1 * g - c2 * c1, 2));
      const double leak = std::norm(bar ? field(1, 0) : field(0, 0));
      RC_ASSERT(leak >= least - 1e-12);
      RC_ASSERT(leak <= least + swing * (1.0 - std::cos(bound)) + 1e-12);
    }
    // The wave's height is that of the closed form: both monitors swing by it, one up, one down.
    const double way = std::pow(
        10.0,
        -fabric.structure().input_ways[base::index(result.cells[0].input)].loss.value() / 10.0);
    RC_ASSERT(std::abs(result.cells[0].amplitude.value() - 2.0 * swing * way) < 1e-4);
    RC_ASSERT(std::abs(result.cells[0].power_pi.value() / 21.4e-3 - 1.0) < 1e-3);
  }));
}

TEST_CASE("noise of the monitors misses the phase as much as least squares say") {
  // One cell, 13 bits of DAC, swept over 1.13 turns: the deviation of the fitted phase is at least
  // sqrt(2 / N) of noise over amplitude, that of a known frequency over whole turns, and an unknown
  // frequency costs it at most twice (at the ends of the sweep).
  const MziParameters ideal{0.5, 0.5, Decibel(0.0), Decibel(0.0)};
  const HeaterDriver driver(strong_driver());
  MonitorParameters monitor = sharp_monitor();
  monitor.noise = Decibel(-20.0);
  monitor.full_scale = Decibel(3.0);  // noise must not be cut at the ends of the range
  const int chips = 400;
  double squares = 0.0;
  for (int i = 0; i < chips; ++i) {
    base::RandomStream random(static_cast<std::uint64_t>(i), "noisy chips");
    const FeedForwardFabric fabric = chip(Topology::benes, 2, ideal, {}, random);
    const auto result = measured(fabric, strong_driver(), monitor, static_cast<std::uint64_t>(i));
    const DacCode code = result.table.code(base::ActuatorId{0}, CellState::bar);
    squares += std::pow(miss(fabric, driver, 0, code, CellState::bar), 2);
  }
  // Powers below 0 read as 0, so a monitor in the dark shows half of the noise at most.
  const double noise = std::sqrt(2.0) * 0.01 * std::pow(10.0, 0.3);
  const double least = noise * std::sqrt(2.0 / 33.0);
  CHECK(std::sqrt(squares / chips) > 0.5 * least);
  CHECK(std::sqrt(squares / chips) < 2.0 * least);
}

TEST_CASE("a chip without errors gets the nominal codes, to the noise") {
  FabricParameters p;
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, p);
  const HeaterDriverParameters parameters = strong_driver();
  const HeaterDriver driver(parameters);
  const MeasuredCalibration result = measured(fabric, parameters, {});
  const CalibrationTable nominal = nominal_calibration(fabric, driver);
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto heater = static_cast<base::ActuatorId>(cell);
    CHECK(result.cells[cell].seen);
    // Not a turn above, for the sake of a milliradian.
    CHECK(result.table.code(heater, CellState::cross) == DacCode{0});
    CHECK(std::abs(miss(fabric, driver, cell, result.table.code(heater, CellState::bar),
                        CellState::bar)) < 0.02);
    CHECK(nominal.code(heater, CellState::cross) == DacCode{0});
  }
}

TEST_CASE("what a driver cannot reach is said, cell by cell") {
  // The default driver shifts the phase by at most 1.27 pi.
  base::RandomStream random(2, "out of reach");
  const FeedForwardFabric fabric =
      chip(Topology::benes, 8, {0.5, 0.5, Decibel(0.3), Decibel(0.0)}, {}, random);
  const HeaterDriverParameters parameters;
  const HeaterDriver driver(parameters);
  const MeasuredCalibration result = measured(fabric, parameters, sharp_monitor());
  const double most = driver.phase(driver.max_code()).value();
  std::size_t out = 0;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto reaches = [&](CellState state) {
      const double turn = 2.0 * base::kPi;
      const double wanted = nominal_phase(state).value() - fabric.phase_errors()[cell].value();
      return wanted - turn * std::floor(wanted / turn) <= most;
    };
    CAPTURE(cell);
    CHECK(result.cells[cell].reaches_bar == reaches(CellState::bar));
    CHECK(result.cells[cell].reaches_cross == reaches(CellState::cross));
    out += reaches(CellState::bar) && reaches(CellState::cross) ? 0 : 1;
  }
  CHECK(out > 0);
  CHECK(result.out_of_reach() == out);
}

TEST_CASE("cells whose monitors show too little keep nominal codes") {
  base::RandomStream random(2, "dark");
  const FeedForwardFabric fabric =
      chip(Topology::benes, 4, {0.5, 0.5, Decibel(0.3), Decibel(0.0)}, {}, random);
  MonitorParameters blind = sharp_monitor();
  blind.full_scale = Decibel(20.0);
  blind.adc_bits = 4;  // a step of 7 times the light
  HeaterDriverParameters coarse = strong_driver();
  coarse.dac_bits = 1;  // two codes are no sweep
  for (const auto& [driver_parameters, monitor] :
       {std::pair(strong_driver(), blind), std::pair(coarse, sharp_monitor())}) {
    const MeasuredCalibration result = measured(fabric, driver_parameters, monitor);
    CHECK(result.unseen() == fabric.cells());
    const CalibrationTable kept = nominal_calibration(fabric, HeaterDriver(driver_parameters));
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      const auto heater = static_cast<base::ActuatorId>(cell);
      for (const CellState state : kStates) {
        CHECK(result.table.code(heater, state) == kept.code(heater, state));
      }
    }
  }
}

TEST_CASE("light beyond the monitors' full scale spoils the fit, which shows in its residual") {
  base::RandomStream random(4, "bright");
  const FeedForwardFabric fabric =
      chip(Topology::benes, 2, {0.5, 0.5, Decibel(0.0), Decibel(0.0)}, {}, random);
  MonitorParameters narrow = sharp_monitor();
  narrow.full_scale = Decibel(-6.0);
  const MeasuredCalibration cut = measured(fabric, strong_driver(), narrow);
  const MeasuredCalibration whole = measured(fabric, strong_driver(), sharp_monitor());
  CHECK(whole.cells[0].residual.value() < 2e-5);
  CHECK(cut.cells[0].residual.value() > 1e-2);
}

TEST_CASE("heat of idle neighbours is in the codes, once all of them are where they will be") {
  base::RandomStream random(9, "warm neighbours");
  const FeedForwardFabric fabric =
      chip(Topology::benes, 8, {0.5, 0.5, Decibel(0.3), Decibel(0.0)}, {}, random);
  std::vector<HeaterPlace> places;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    places.push_back({fabric.actuator(id), fabric.place(id).column, fabric.place(id).row});
  }
  const std::vector<ThermalCoupling> couplings = column_couplings(places, 0.05, 0.01);
  const HeaterDriver driver(strong_driver());
  const auto worst_miss = [&](int passes) {
    MonitorParameters monitor = sharp_monitor();
    monitor.passes = passes;
    base::RandomStream noise(1, "calibration");
    const MeasuredCalibration result =
        measure_calibration({fabric, strong_driver(), {}, couplings}, monitor, noise);
    const std::vector<CellState>& idle = fabric.structure().idle;
    ThermalPlant plant(fabric.actuators(), {}, driver, couplings);
    std::vector<base::Watt> powers;
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      powers.push_back(
          driver.power(result.table.code(static_cast<base::ActuatorId>(cell), idle[cell])));
    }
    plant.settle_at(base::Picoseconds(0), powers);
    const std::vector<Radian> phases = plant.final_phases();
    double worst = 0.0;
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      const Radian off = phases[cell] + fabric.phase_errors()[cell] - nominal_phase(idle[cell]);
      worst = std::max(worst, std::abs(std::remainder(off.value(), 2.0 * base::kPi)));
    }
    return worst;
  };
  const double first = worst_miss(1);
  const double second = worst_miss(2);
  const double fifth = worst_miss(5);
  CHECK(first > 0.05);
  CHECK(second < 0.5 * first);
  CHECK(fifth < 0.005);
}

TEST_CASE("a calibration depends on the seed of its noise and on nothing else") {
  base::RandomStream random(5, "seeded");
  const FeedForwardFabric fabric = chip(Topology::dilated_benes, 4, {}, {}, random);
  const auto codes = [&](std::uint64_t seed) {
    const MeasuredCalibration result = measured(fabric, strong_driver(), {}, seed);
    std::vector<unsigned> list;
    for (const CellCodes& cell : result.table.actuators) {
      list.push_back(static_cast<unsigned>(cell.bar));
      list.push_back(static_cast<unsigned>(cell.cross));
    }
    return list;
  };
  CHECK(codes(1) == codes(1));
  CHECK(codes(1) != codes(2));
}

TEST_CASE("a calibration needs a driver that reaches the nominal states, and heaters that exist") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  HeaterDriverParameters weak;
  weak.dac_max = base::Volt(1.0);
  base::RandomStream noise(1, "calibration");
  CHECK_THROWS_AS(measure_calibration({fabric, weak, {}, {}}, {}, noise), std::invalid_argument);
  const std::vector<ThermalCoupling> nowhere{{base::ActuatorId{0}, base::ActuatorId{99}, 0.1}};
  CHECK_THROWS_AS(measure_calibration({fabric, {}, {}, nowhere}, {}, noise), std::invalid_argument);
}
