// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/thermal/heater_driver.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Radian;
using base::Volt;
using base::Watt;

TEST_CASE("code to voltage to power to phase") {
  const HeaterDriver driver({});
  CHECK(driver.max_code() == DacCode{8191});
  CHECK(driver.voltage(DacCode{0}) == Volt(0.0));
  CHECK(driver.voltage(DacCode{8191}).value() == Approx(1.65));
  CHECK(driver.power(DacCode{8191}).value() == Approx(1.65 * 1.65 / 100.0));
  CHECK(driver.phase(Watt(21.4e-3)).value() == Approx(base::kPi));
  CHECK(driver.phase(DacCode{8191}).value() == Approx(base::kPi * 27.225 / 21.4));
  CHECK_THROWS_AS(driver.voltage(DacCode{8192}), std::out_of_range);
  CHECK_FALSE(driver.has(DacCode{8192}));
}

TEST_CASE("LightIN's heater: 3 V on 100 ohm are 90 mW") {
  HeaterDriverParameters p;
  p.dac_max = Volt(3.0);
  p.power_pi = Watt(90e-3);
  const HeaterDriver driver(p);
  CHECK(driver.power(driver.max_code()).value() == Approx(90e-3));
  CHECK(driver.phase(driver.max_code()).value() == Approx(base::kPi));
}

TEST_CASE("the bar and cross codes of the default driver") {
  const HeaterDriver driver({});
  const auto cross = driver.nearest_code(Radian(0.0));
  CHECK(cross.code == DacCode{0});
  CHECK(cross.error == Radian(0.0));
  CHECK(cross.in_range);
  const auto bar = driver.nearest_code(Radian(base::kPi));
  // sqrt(21.4 mW * 100 ohm) = 1.46287 V of 1.65 V over 8191 steps.
  CHECK(bar.code == DacCode{7262});
  CHECK(bar.in_range);
  CHECK(std::abs(bar.error.value()) < 5e-4);
}

TEST_CASE("phases are taken modulo a turn, and what is out of reach is said") {
  const HeaterDriver driver({});  // reaches 0 to 1.272 pi
  CHECK(driver.nearest_code(Radian(3.0 * base::kPi)).code ==
        driver.nearest_code(Radian(base::kPi)).code);
  CHECK(driver.nearest_code(Radian(-base::kPi)).code ==
        driver.nearest_code(Radian(base::kPi)).code);
  const auto beyond = driver.nearest_code(Radian(1.4 * base::kPi));
  CHECK_FALSE(beyond.in_range);
  CHECK(beyond.code == driver.max_code());
  const auto below = driver.nearest_code(Radian(-0.1));
  CHECK_FALSE(below.in_range);
  CHECK(below.code == DacCode{0});
  CHECK(below.error.value() == Approx(0.1));
  HeaterDriverParameters biased;
  biased.phase_bias = Radian(0.5);  // phase 0 then needs 2 pi, 5.78 rad of heat: out of reach
  CHECK_FALSE(HeaterDriver(biased).nearest_code(Radian(0.0)).in_range);
  CHECK(find_problem(biased));
  biased.dac_max = Volt(2.1);
  CHECK_FALSE(find_problem(biased));
  CHECK(HeaterDriver(biased).nearest_code(Radian(0.0)).in_range);
}

TEST_CASE("the nearest code is the best of all codes") {
  CHECK(rc::check("against exhaustive search", [] {
    HeaterDriverParameters p;
    p.dac_bits = *rc::gen::inRange(1, 9);
    p.dac_min = Volt(*rc::gen::inRange(0, 50) / 100.0);
    p.dac_max = p.dac_min + Volt(*rc::gen::inRange(10, 300) / 100.0);
    p.phase_bias = Radian(*rc::gen::inRange(-300, 300) / 100.0);
    const HeaterDriver driver(p);
    const Radian wanted(*rc::gen::inRange(-1000, 1000) / 100.0);
    const auto choice = driver.nearest_code(wanted);
    double best = 10.0;
    bool bracketed = false;
    for (unsigned code = 0; code <= static_cast<unsigned>(driver.max_code()); ++code) {
      const double phase = driver.phase(static_cast<DacCode>(code)).value();
      best = std::min(best, std::abs(std::remainder(phase - wanted.value(), 2.0 * base::kPi)));
    }
    const double low = driver.phase(DacCode{0}).value();
    const double high = driver.phase(driver.max_code()).value();
    for (int turn = -10; turn <= 10; ++turn) {
      const double at = wanted.value() + 2.0 * base::kPi * turn;
      bracketed = bracketed || (at >= low && at <= high);
    }
    RC_ASSERT(std::abs(std::abs(choice.error.value()) - best) < 1e-9);
    RC_ASSERT(choice.in_range == bracketed);
    RC_ASSERT(std::abs(std::remainder(
                  driver.phase(choice.code).value() - wanted.value() - choice.error.value(),
                  2.0 * base::kPi)) < 1e-9);
  }));
}

TEST_CASE("impossible drivers are refused") {
  const auto with = [](auto change) {
    HeaterDriverParameters p;
    change(p);
    return p;
  };
  CHECK_THROWS_AS(HeaterDriver(with([](auto& p) { p.dac_bits = 0; })), std::invalid_argument);
  CHECK_THROWS_AS(HeaterDriver(with([](auto& p) { p.dac_bits = 17; })), std::invalid_argument);
  CHECK_THROWS_AS(HeaterDriver(with([](auto& p) { p.dac_max = Volt(0.0); })),
                  std::invalid_argument);
  CHECK_THROWS_AS(HeaterDriver(with([](auto& p) { p.dac_min = Volt(-1.0); })),
                  std::invalid_argument);
  CHECK_THROWS_AS(HeaterDriver(with([](auto& p) { p.power_pi = Watt(0.0); })),
                  std::invalid_argument);
  CHECK_FALSE(find_problem({}));
  CHECK(find_problem(with([](auto& p) { p.dac_max = Volt(0.0); })));
  CHECK(find_problem(with([](auto& p) { p.dac_max = Volt(1.0); })));
}
