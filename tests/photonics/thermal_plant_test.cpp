// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/thermal/settling.hpp"
#include "photonics/thermal/thermal_plant.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::ActuatorId;
using base::Decibel;
using base::Picoseconds;
using base::Radian;
using base::Second;
using base::Watt;

namespace {

constexpr Watt kPi{21.4e-3};  // the power of a phase of pi

Radian phase_of(const ThermalPlant& plant, Picoseconds now, std::size_t heater) {
  std::vector<Radian> phases;
  plant.phases(now, phases);
  return phases.at(heater);
}

}  // namespace

TEST_CASE("settling to an extinction takes the published number of time constants") {
  for (const auto& [leak, constants] :
       {std::pair{-20.0, 2.75}, std::pair{-25.0, 3.33}, std::pair{-30.0, 3.91},
        std::pair{-35.0, 4.48}, std::pair{-40.0, 5.06}}) {
    CHECK(settling_time(Radian(base::kPi), Decibel(leak), Second(1.0)).value() ==
          Approx(constants).margin(0.006));
    CHECK(settling_time(Radian(-base::kPi), Decibel(leak), Second(5.6e-6)).value() ==
          Approx(constants * 5.6e-6).epsilon(0.003));
  }
  CHECK(settling_time(Radian(1e-3), Decibel(-30.0), Second(1.0)) == Second(0.0));
  CHECK(settling_time(Radian(base::kPi), Decibel(0.0), Second(1.0)) == Second(0.0));
  CHECK_THROWS_AS(settling_time(Radian(1.0), Decibel(1.0), Second(1.0)), std::invalid_argument);
  CHECK_THROWS_AS(settling_time(Radian(1.0), Decibel(-1.0), Second(-1.0)), std::invalid_argument);
}

TEST_CASE("a cell that is set for the first time may have a turn to go") {
  HeaterDriverParameters driver;
  driver.dac_max = base::Volt(2.1);
  const ThermalPlantParameters thermal;
  const double tau = thermal.tau.seconds();
  const Decibel leak(-30.0);
  const auto time = [&](const ThermalPlantParameters& heat, CellChanges changes) {
    return settling_time(HeaterDriver(driver), heat, leak, changes).value();
  };
  CHECK(time(thermal, {true, false, true}) - time(thermal, {true, false, false}) ==
        Approx(tau * std::log(2.0)));
  // On the plant too, where the way there is no plain exponential.
  ThermalPlantParameters late = thermal;
  late.response = HeaterResponseKind::delayed;
  CHECK(time(late, {true, false, true}) - time(late, {true, false, false}) ==
        Approx(tau * std::log(2.0)).epsilon(0.01));
  CHECK(time(thermal, {false, false, false}) == 0.0);
}

TEST_CASE("a heater follows its power as one exponential") {
  ThermalPlant plant(2, {}, HeaterDriver({}));
  const Picoseconds start(1'000'000);
  plant.set_powers(start, {kPi, Watt(0.0)});
  CHECK(phase_of(plant, start, 0) == Radian(0.0));
  const Picoseconds tau(5'600'000);
  CHECK(phase_of(plant, start + tau, 0).value() ==
        Approx(base::kPi * (1.0 - std::exp(-1.0))).epsilon(1e-13));
  CHECK(phase_of(plant, start + tau * 40, 0).value() == Approx(base::kPi).epsilon(1e-13));
  CHECK(phase_of(plant, start + tau, 1) == Radian(0.0));
  CHECK(plant.largest_residual(start).value() == Approx(base::kPi));
  CHECK(plant.largest_residual(start + tau).value() == Approx(base::kPi * std::exp(-1.0)));
  // One picosecond is seen, even after long runs.
  CHECK(phase_of(plant, start + Picoseconds(1), 0).value() ==
        Approx(base::kPi / 5.6e6).epsilon(1e-6));
}

TEST_CASE("a later change starts from where the heater is") {
  ThermalPlant plant(1, {}, HeaterDriver({}));
  const Picoseconds tau = plant.tau();
  plant.set_powers(Picoseconds(0), {kPi});
  const Radian before = phase_of(plant, tau, 0);
  plant.set_powers(tau, {Watt(0.0)});
  CHECK(phase_of(plant, tau, 0).value() == Approx(before.value()).epsilon(1e-14));
  CHECK(phase_of(plant, tau + tau, 0).value() ==
        Approx(before.value() * std::exp(-1.0)).epsilon(1e-13));
  // Setting the power that is there already changes nothing.
  ThermalPlant again(1, {}, HeaterDriver({}));
  again.set_powers(Picoseconds(0), {kPi});
  again.set_powers(Picoseconds(1234567), {kPi});
  ThermalPlant once(1, {}, HeaterDriver({}));
  once.set_powers(Picoseconds(0), {kPi});
  CHECK(phase_of(again, tau * 2, 0).value() ==
        Approx(phase_of(once, tau * 2, 0).value()).epsilon(1e-13));
}

TEST_CASE("the settled instant is the first picosecond within tolerance") {
  ThermalPlant plant(3, {}, HeaterDriver({}));
  plant.set_powers(Picoseconds(777), {kPi, Watt(5e-3), Watt(0.0)});
  for (const double tolerance : {1.0, 0.1, 1e-2, 1e-4}) {
    const Picoseconds at = plant.settled_at(Radian(tolerance));
    CHECK(plant.largest_residual(at) <= Radian(tolerance));
    CHECK(plant.largest_residual(at - Picoseconds(1)) > Radian(tolerance));
  }
  const double within = 2.0 * std::asin(std::pow(10.0, -30.0 / 20.0));
  CHECK((plant.settled_at(Radian(within)) - Picoseconds(777)).seconds() ==
        Approx(settling_time(Radian(base::kPi), Decibel(-30.0), Second(5.6e-6)).value())
            .margin(1e-12));
  CHECK(plant.settled_at(Radian(4.0)) == Picoseconds(777));
  CHECK_THROWS_AS(plant.settled_at(Radian(0.0)), std::invalid_argument);
  plant.settle_at(Picoseconds(1000), {kPi, kPi, kPi});
  CHECK(plant.largest_residual(Picoseconds(1000)) == Radian(0.0));
  CHECK(phase_of(plant, Picoseconds(1000), 2).value() == Approx(base::kPi));
}

TEST_CASE("crosstalk is linear in phase and stays within a column") {
  ThermalPlantParameters p;
  p.crosstalk_nearest = 0.1;
  p.crosstalk_second = 0.01;
  std::vector<HeaterPlace> places;
  for (std::uint32_t heater = 0; heater < 6; ++heater) {
    places.push_back({base::ActuatorId{heater}, heater / 3, heater % 3});
  }
  ThermalPlant plant(6, p, HeaterDriver({}),
                     column_couplings(places, p.crosstalk_nearest, p.crosstalk_second));
  plant.set_powers(Picoseconds(0), {Watt(0.0), Watt(0.0), kPi, Watt(0.0), Watt(0.0), Watt(0.0)});
  const Picoseconds late = plant.tau() * 60;
  CHECK(phase_of(plant, late, 2).value() == Approx(base::kPi));
  CHECK(phase_of(plant, late, 1).value() == Approx(0.1 * base::kPi));
  CHECK(phase_of(plant, late, 0).value() == Approx(0.01 * base::kPi));
  CHECK(phase_of(plant, late, 3) == Radian(0.0));
  plant.set_powers(late, {kPi, kPi, kPi, Watt(0.0), Watt(0.0), Watt(0.0)});
  CHECK(phase_of(plant, late + late, 1).value() == Approx(1.2 * base::kPi));
  // Heater 1 has pi of its own and 0.1 pi from heater 0 to go.
  CHECK(plant.largest_residual(late).value() == Approx(1.1 * base::kPi));
  CHECK(column_couplings(places, 0.0, 0.0).empty());
  CHECK(column_couplings({}, 0.1, 0.01).empty());
}

TEST_CASE("the bias is in the phases and not in the residual") {
  HeaterDriverParameters driver;
  driver.phase_bias = Radian(-0.4);
  ThermalPlant plant(1, {}, HeaterDriver(driver));
  CHECK(phase_of(plant, Picoseconds(5), 0) == Radian(-0.4));
  CHECK(plant.largest_residual(Picoseconds(5)) == Radian(0.0));
}

TEST_CASE("the plant refuses what cannot be") {
  ThermalPlant plant(2, {}, HeaterDriver({}));
  plant.set_powers(Picoseconds(10), {kPi, kPi});
  CHECK_THROWS_AS(plant.set_powers(Picoseconds(9), {kPi, kPi}), std::invalid_argument);
  CHECK_THROWS_AS(plant.set_powers(Picoseconds(11), {kPi}), std::invalid_argument);
  CHECK_THROWS_AS(plant.set_powers(Picoseconds(11), {kPi, Watt(-1e-9)}), std::invalid_argument);
  CHECK_THROWS_AS(plant.set_powers(Picoseconds(11), {kPi, Watt(std::nan(""))}),
                  std::invalid_argument);
  ThermalPlantParameters still;
  still.tau = Picoseconds(0);
  CHECK_THROWS_AS(ThermalPlant(1, still, HeaterDriver({})), std::invalid_argument);
  CHECK_THROWS_AS(ThermalPlant(1, {}, HeaterDriver({}), {{ActuatorId{0}, ActuatorId{1}, 0.1}}),
                  std::invalid_argument);
}
