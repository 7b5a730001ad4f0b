// SPDX-License-Identifier: Apache-2.0
// Overdrive, diffusion and superposition on the plant.
#include <cmath>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/thermal/settling.hpp"
#include "photonics/thermal/thermal_plant.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::ActuatorId;
using base::Decibel;
using base::Picoseconds;
using base::Radian;
using base::Volt;
using base::Watt;

namespace {

constexpr Picoseconds kStart(0);

/// Reaches 4.2 times the power for pi (3 V on 100 ohm are 90 mW).
HeaterDriver strong_driver(double ratio) {
  HeaterDriverParameters p;
  p.dac_max = Volt(3.0);
  p.overdrive_ratio = ratio;
  return HeaterDriver(p);
}

ThermalPlantParameters delayed(double diffusion_us) {
  ThermalPlantParameters p;
  p.response = HeaterResponseKind::delayed;
  p.diffusion = Picoseconds(std::llround(diffusion_us * 1e6));
  return p;
}

double tau_us() { return ThermalPlantParameters().tau.seconds() * 1e6; }

double phase_of(const ThermalPlant& plant, Picoseconds now, std::size_t heater = 0) {
  std::vector<Radian> phases;
  plant.phases(now, phases);
  return phases.at(heater).value();
}

double in_tau(Picoseconds span) { return span.seconds() * 1e6 / tau_us(); }

}  // namespace

TEST_CASE("an overdriven heater is at its phase when the closed form says, and stays there") {
  for (const double ratio : {1.5, 2.0, 3.0}) {
    for (const ThermalPlantParameters& thermal : {ThermalPlantParameters(), delayed(0.8)}) {
      ThermalPlant plant(1, thermal, strong_driver(ratio));
      plant.set_powers(kStart, {Watt(21.4e-3)});
      CHECK(plant.electrical_power(kStart).value() == Approx(ratio * 21.4e-3));
      const Picoseconds release = plant.next_drive_change(kStart);
      CHECK(in_tau(release) == Approx(std::log(ratio / (ratio - 1.0))).epsilon(1e-6));
      CHECK(plant.electrical_power(release).value() == Approx(21.4e-3));
      CHECK(plant.next_drive_change(release) == Picoseconds::never());
      const Picoseconds rest = plant.bends_until();
      CHECK(rest == release + thermal.heater_response().memory());
      // The release is a whole picosecond; what that misses by decays.
      const double rounding =
          ratio * base::kPi / static_cast<double>(ThermalPlantParameters().tau.count());
      double before = 0.0;
      for (std::int64_t i = 1; i <= 200; ++i) {
        const double now = phase_of(plant, Picoseconds(release.count() * i / 100));
        CHECK(now >= before - rounding);
        CHECK(now <= base::kPi + rounding);
        before = now;
      }
      CHECK(phase_of(plant, rest) == Approx(base::kPi).margin(rounding));
    }
  }
}

TEST_CASE("the driver's range limits overdrive, so heating and cooling differ") {
  HeaterDriverParameters p;
  p.overdrive_ratio = 3.0;
  const HeaterDriver weak(p);  // 1.65 V on 100 ohm: 27.225 mW, not 64.2 mW
  const double most = 27.225e-3;
  ThermalPlant plant(1, {}, weak);
  plant.set_powers(kStart, {Watt(21.4e-3)});
  CHECK(plant.electrical_power(kStart).value() == Approx(most));
  CHECK(in_tau(plant.next_drive_change(kStart)) ==
        Approx(std::log(most / (most - 21.4e-3))).epsilon(1e-6));

  const Decibel leak(-30.0);
  const double within = 2.0 * std::asin(std::pow(10.0, -1.5));
  const Radian cross(0.0);
  const Radian bar(base::kPi);
  // The phase is within reach a little before the release: r / (r - 1 + within / pi).
  const double r = most / 21.4e-3;
  CHECK(in_tau(settling_between(cross, bar, weak, {}, leak)) ==
        Approx(std::log(r / (r - 1.0 + within / base::kPi))).epsilon(1e-6));
  // No driver takes heat away: cooling to zero power is what it is without overdrive.
  const Picoseconds cooling = settling_between(bar, cross, weak, {}, leak);
  CHECK(in_tau(cooling) == Approx(std::log(base::kPi / within)).epsilon(1e-6));
  CHECK(cooling == settling_between(bar, cross, HeaterDriver({}), {}, leak));
  CHECK(settling_time(weak, {}, leak).value() == Approx(cooling.seconds()));
  // Part of the way down there is something to leave out: from P to P/2 at no power, tau ln 2.
  ThermalPlant part(1, {}, weak);
  part.settle_at(kStart, {Watt(20e-3)});
  part.set_powers(kStart, {Watt(10e-3)});
  CHECK(part.electrical_power(kStart) == Watt(0.0));
  CHECK(in_tau(part.next_drive_change(kStart)) == Approx(std::log(2.0)).epsilon(1e-6));
  // A driver at its highest code has nothing to add.
  ThermalPlant full(1, {}, weak);
  full.set_powers(kStart, {weak.power(weak.max_code())});
  CHECK(full.next_drive_change(kStart) == Picoseconds::never());
}

TEST_CASE("settling multiples of the plant, with and without dead time") {
  const HeaterDriver driver({});
  for (const auto& [leak, multiple] :
       {std::pair{-20.0, 2.75}, std::pair{-30.0, 3.91}, std::pair{-40.0, 5.06}}) {
    const double within = 2.0 * std::asin(std::pow(10.0, leak / 20.0));
    const base::Second plain = settling_time(driver, {}, Decibel(leak));
    CHECK(plain.value() * 1e6 / tau_us() == Approx(multiple).margin(0.005));
    CHECK(in_tau(settling_between(Radian(base::kPi), Radian(0.0), driver, {}, Decibel(leak))) ==
          Approx(multiple).margin(0.005));
    // The tail of the delayed response: tau ln(pi / within) and tau ln of what it is higher.
    const ThermalPlantParameters late = delayed(0.56);
    const double grown = std::expm1(0.1) / 0.1;
    CHECK(settling_time(driver, late, Decibel(leak)).value() * 1e6 / tau_us() ==
          Approx(std::log(base::kPi * grown * grown / within)).epsilon(1e-6));
  }
  CHECK_THROWS_AS(settling_between(Radian(0.0), Radian(1.0), driver, {}, Decibel(0.0)),
                  std::invalid_argument);
}

TEST_CASE("steps of power superpose through the crosstalk matrix") {
  CHECK(rc::check("phases are K times the sum of step responses", [] {
    constexpr std::size_t kHeaters = 4;
    ThermalPlantParameters thermal;
    if (*rc::gen::inRange(0, 2) == 1) {
      thermal = delayed(*rc::gen::inRange(1, 500) / 100.0);
    }
    thermal.crosstalk_nearest = *rc::gen::inRange(0, 30) / 100.0;
    thermal.crosstalk_second = thermal.crosstalk_nearest / 3.0;
    std::vector<HeaterPlace> places;
    for (std::uint32_t heater = 0; heater < kHeaters; ++heater) {
      places.push_back({ActuatorId{heater}, 0, heater});
    }
    HeaterDriverParameters p;
    p.phase_bias = Radian(0.3);
    const HeaterDriver driver(p);
    ThermalPlant plant(
        kHeaters, thermal, driver,
        column_couplings(places, thermal.crosstalk_nearest, thermal.crosstalk_second));
    const HeaterResponse response = thermal.heater_response();

    struct Step {
      Picoseconds at;
      std::size_t heater;
      double watt;
    };
    std::vector<Step> steps;
    std::vector<Watt> present(kHeaters);
    Picoseconds now(0);
    const int changes = *rc::gen::inRange(1, 12);
    for (int change = 0; change < changes; ++change) {
      now += Picoseconds(*rc::gen::inRange<std::int64_t>(0, 8'000'000));
      std::vector<Watt> next = present;
      for (std::size_t heater = 0; heater < kHeaters; ++heater) {
        if (*rc::gen::inRange(0, 3) != 0) {
          next[heater] = Watt(*rc::gen::inRange(0, 27) * 1e-3);
          steps.push_back({now, heater, (next[heater] - present[heater]).value()});
        }
      }
      plant.set_powers(now, next);
      present = next;
    }
    for (const std::int64_t later : {0, 1, 300'000, 2'000'000, 9'000'000, 50'000'000}) {
      const Picoseconds at = now + Picoseconds(later);
      std::vector<double> own(kHeaters);
      for (const Step& step : steps) {
        own[step.heater] +=
            step.watt / 21.4e-3 * base::kPi * (1.0 - response.missing(at - step.at));
      }
      for (std::size_t i = 0; i < kHeaters; ++i) {
        double phase = 0.3;
        for (std::size_t j = 0; j < kHeaters; ++j) {
          const std::size_t apart = i > j ? i - j : j - i;
          phase += own[j] * (apart == 0   ? 1.0
                             : apart == 1 ? thermal.crosstalk_nearest
                             : apart == 2 ? thermal.crosstalk_second
                                          : 0.0);
        }
        RC_ASSERT(std::abs(phase_of(plant, at, i) - phase) < 1e-10);
      }
    }
  }));
}

TEST_CASE("an overdriven heater follows the power that its driver draws, whatever comes between") {
  CHECK(rc::check("against the low-pass of the drawn power, piece by piece", [] {
    const HeaterDriver driver = strong_driver(1.0 + *rc::gen::inRange(1, 300) / 100.0);
    ThermalPlant plant(1, {}, driver);
    const double tau = static_cast<double>(plant.tau().count());
    double heat = 0.0;
    Picoseconds now(0);
    const auto advance = [&](Picoseconds until) {
      while (now < until) {
        const Picoseconds piece = std::min(until, plant.next_drive_change(now));
        const double drawn = plant.electrical_power(now).value();
        heat = drawn + (heat - drawn) * std::exp(-static_cast<double>((piece - now).count()) / tau);
        now = piece;
      }
    };
    const int changes = *rc::gen::inRange(1, 10);
    for (int change = 0; change < changes; ++change) {
      advance(now + Picoseconds(*rc::gen::inRange<std::int64_t>(1, 9'000'000)));
      const double wanted = *rc::gen::inRange(0, 60) * 1e-3;
      plant.set_powers(now, {Watt(wanted)});
      RC_ASSERT(std::abs(phase_of(plant, now) - heat / 21.4e-3 * base::kPi) < 1e-9);
      const double drawn = plant.electrical_power(now).value();
      RC_ASSERT(drawn >= 0.0);
      RC_ASSERT(drawn <= 90e-3 + 1e-12);
    }
    advance(now + Picoseconds(3'000'000));
    RC_ASSERT(std::abs(phase_of(plant, now) - heat / 21.4e-3 * base::kPi) < 1e-9);
  }));
}

TEST_CASE("a driver's model of its heater holds through dead times too") {
  CHECK(rc::check("it falls back when the low-pass of what it drew is there", [] {
    const HeaterDriver driver = strong_driver(1.0 + *rc::gen::inRange(10, 300) / 100.0);
    ThermalPlant plant(1, delayed(*rc::gen::inRange(0, 300) / 100.0), driver);
    const double tau = static_cast<double>(plant.tau().count());
    double heat = 0.0;
    double wanted = 0.0;
    Picoseconds now(0);
    for (int change = 0; change < 6; ++change) {
      const Picoseconds until = now + Picoseconds(*rc::gen::inRange<std::int64_t>(1, 12'000'000));
      while (now < until) {
        const Picoseconds release = plant.next_drive_change(now);
        const Picoseconds piece = std::min(until, release);
        const double drawn = plant.electrical_power(now).value();
        heat = drawn + (heat - drawn) * std::exp(-static_cast<double>((piece - now).count()) / tau);
        now = piece;
        if (now == release) {
          RC_ASSERT(std::abs(heat - wanted) < 90e-3 / tau);  // a picosecond's worth
        }
      }
      wanted = *rc::gen::inRange(0, 60) * 1e-3;
      plant.set_powers(now, {Watt(wanted)});
    }
  }));
}

TEST_CASE("a latch in the middle of an overdrive leaves the other heaters' drive alone") {
  ThermalPlant plant(2, {}, strong_driver(2.0));
  plant.set_powers(kStart, {Watt(20e-3), Watt(0.0)});
  const Picoseconds release = plant.next_drive_change(kStart);
  const Picoseconds middle(release.count() / 2);
  plant.set_powers(middle, {Watt(20e-3), Watt(10e-3)});
  CHECK(plant.next_drive_change(middle) == release);
  CHECK(plant.electrical_power(middle).value() == Approx(40e-3 + 20e-3));
  CHECK(phase_of(plant, release, 0) == Approx(base::kPi * 20.0 / 21.4).margin(1e-5));
  CHECK(phase_of(plant, middle + release, 1) == Approx(base::kPi * 10.0 / 21.4).margin(1e-5));
}

TEST_CASE("the settled instant is the first of its kind behind bends too") {
  CHECK(rc::check("of drive and diffusion", [] {
    ThermalPlantParameters thermal = delayed(*rc::gen::inRange(0, 600) / 100.0);
    thermal.crosstalk_nearest = *rc::gen::inRange(0, 20) / 100.0;
    std::vector<HeaterPlace> places;
    for (std::uint32_t heater = 0; heater < 3; ++heater) {
      places.push_back({ActuatorId{heater}, 0, heater});
    }
    ThermalPlant plant(
        3, thermal, strong_driver(1.0 + *rc::gen::inRange(0, 300) / 100.0),
        column_couplings(places, thermal.crosstalk_nearest, thermal.crosstalk_second));
    const auto draw = [] {
      std::vector<Watt> powers;
      for (int heater = 0; heater < 3; ++heater) {
        powers.emplace_back(*rc::gen::inRange(0, 60) * 1e-3);
      }
      return powers;
    };
    plant.settle_at(kStart, draw());
    plant.set_powers(kStart, draw());
    const Radian tolerance(std::pow(10.0, -*rc::gen::inRange(0, 40) / 10.0));
    const Picoseconds at = plant.settled_at(tolerance);
    RC_ASSERT(plant.largest_residual(at) <= tolerance);
    if (at > kStart) {
      RC_ASSERT(plant.largest_residual(at - Picoseconds(1)) > tolerance);
    }
    for (std::int64_t i = 1; i < 2000; ++i) {
      RC_ASSERT(plant.largest_residual(at + Picoseconds(i * 28'001)) <= tolerance * (1.0 + 1e-9));
    }
  }));
}

TEST_CASE("a driver that reaches many turns takes the code of the first") {
  const HeaterDriver strong = strong_driver(1.0);  // 0 to 4.2 pi
  const auto bar = strong.least_power_code(Radian(base::kPi));
  CHECK(bar.in_range);
  CHECK(strong.phase(bar.code).value() == Approx(base::kPi).margin(1e-3));
  CHECK(std::abs(bar.error.value()) < 1e-3);
  CHECK(strong.least_power_code(Radian(0.0)).code == DacCode{0});
  const HeaterDriver usual({});
  for (const double phase : {0.0, 0.4, 2.0, base::kPi, 3.9}) {
    CHECK(usual.least_power_code(Radian(phase)).code == usual.nearest_code(Radian(phase)).code);
  }
  CHECK_FALSE(usual.least_power_code(Radian(1.4 * base::kPi)).in_range);
}

TEST_CASE("least powers and overdrive keep to the driver's range") {
  HeaterDriverParameters p;
  p.phase_bias = Radian(0.5);
  p.dac_min = Volt(0.2);
  p.dac_max = Volt(2.2);
  p.overdrive_ratio = 4.0;
  const HeaterDriver driver(p);
  for (const double wanted : {0.0, base::kPi, 2.0, -1.0, 7.0}) {
    const Watt power = driver.least_power(Radian(wanted));
    CHECK(std::remainder(driver.phase(power).value() - wanted, 2.0 * base::kPi) ==
          Approx(0.0).margin(1e-9));
    CHECK(power >= driver.power(DacCode{0}));
    CHECK(driver.phase_shift(power - driver.power(DacCode{0})) < Radian(2.0 * base::kPi));
  }
  const Watt lowest = driver.power(DacCode{0});
  const Watt highest = driver.power(driver.max_code());
  CHECK(driver.overdriven(Watt(10e-3), Watt(12e-3)).value() == Approx(18e-3));
  CHECK(driver.overdriven(Watt(10e-3), Watt(40e-3)) == highest);
  CHECK(driver.overdriven(Watt(40e-3), Watt(10e-3)) == lowest);
  p.overdrive_ratio = 0.5;
  CHECK_THROWS_AS(HeaterDriver(p), std::invalid_argument);
}
