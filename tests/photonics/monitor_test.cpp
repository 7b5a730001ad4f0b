// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <catch2/catch.hpp>

#include "photonics/calibration/monitor.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::PowerRatio;

namespace {

MonitorParameters quiet(int bits) {
  MonitorParameters parameters;
  parameters.adc_bits = bits;
  parameters.ranges = 1;
  parameters.noise = Decibel(-300.0);
  return parameters;
}

}  // namespace

TEST_CASE("a monitor shows the nearest level of its ADC") {
  base::RandomStream noise(1, "monitor");
  for (const int bits : {1, 3, 9, 16}) {
    const Monitor monitor(quiet(bits));
    CHECK(monitor.step(PowerRatio(0.0)).value() == Approx(1.0 / (std::exp2(bits) - 1.0)));
    for (double power = 0.0; power <= 1.0; power += 0.0137) {
      const double read = monitor.read(PowerRatio(power), noise).value();
      CHECK(std::abs(read - power) <= monitor.step(PowerRatio(0.0)).value() / 2.0 + 1e-12);
      const double level = read / monitor.step(PowerRatio(0.0)).value();
      CHECK(std::abs(level - std::round(level)) < 1e-6);
    }
  }
}

TEST_CASE("a monitor's range ends at 0 and at its full scale") {
  base::RandomStream noise(1, "monitor");
  MonitorParameters parameters = quiet(9);
  parameters.full_scale = Decibel(-10.0);
  const Monitor monitor(parameters);
  CHECK(monitor.read(PowerRatio(0.5), noise).value() == Approx(0.1));
  CHECK(monitor.read(PowerRatio(0.0), noise).value() == 0.0);
  CHECK(monitor.step(PowerRatio(0.0)).value() == Approx(0.1 / 511.0));
}

TEST_CASE("a monitor reads in the most sensitive range that holds the power") {
  base::RandomStream noise(1, "monitor");
  MonitorParameters parameters = quiet(9);
  parameters.ranges = 3;
  const Monitor monitor(parameters);
  for (const auto& [power, full_scale] :
       {std::pair(0.0099, 0.01), std::pair(0.0101, 0.1), std::pair(0.0999, 0.1),
        std::pair(0.101, 1.0), std::pair(1.7, 1.0)}) {
    CAPTURE(power);
    const double step = full_scale / 511.0;
    CHECK(monitor.step(PowerRatio(power)).value() == Approx(step));
    const double read = monitor.read(PowerRatio(power), noise).value();
    CHECK(std::abs(read - std::min(power, 1.0)) <= step / 2.0 + 1e-12);
    CHECK(std::abs(read / step - std::round(read / step)) < 1e-6);
  }
}

TEST_CASE("readings have the noise that is asked for, drawn from the seed") {
  MonitorParameters parameters;
  parameters.adc_bits = 16;
  parameters.noise = Decibel(-20.0);
  const Monitor monitor(parameters);
  base::RandomStream noise(7, "monitor");
  base::RandomStream again(7, "monitor");
  const int readings = 4000;
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < readings; ++i) {
    const double read = monitor.read(PowerRatio(0.5), noise).value();
    CHECK(read == monitor.read(PowerRatio(0.5), again).value());
    sum += read - 0.5;
    squares += (read - 0.5) * (read - 0.5);
  }
  // Four deviations of the mean and of the deviation of so many readings.
  CHECK(std::abs(sum / readings) < 4.0 * 0.01 / std::sqrt(readings));
  CHECK(std::sqrt(squares / readings) == Approx(0.01).epsilon(4.0 / std::sqrt(2.0 * readings)));
}

TEST_CASE("a monitor has an ADC of 1 to 16 bits, and a range") {
  MonitorParameters none;
  none.ranges = 0;
  CHECK_THROWS_AS(Monitor(none), std::invalid_argument);
  CHECK_THROWS_AS(Monitor(quiet(0)), std::invalid_argument);
  CHECK_THROWS_AS(Monitor(quiet(17)), std::invalid_argument);
}
