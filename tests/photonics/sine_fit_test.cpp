// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "base/units.hpp"
#include "photonics/calibration/sine_fit.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

std::vector<double> wave(const std::vector<double>& x, double offset, double amplitude,
                         double frequency, double phase) {
  std::vector<double> y;
  for (const double at : x) {
    y.push_back(offset - amplitude * std::cos(frequency * at + phase));
  }
  return y;
}

std::vector<double> spread(double last, int points) {
  std::vector<double> x;
  for (int i = 0; i < points; ++i) {
    x.push_back(last * i / (points - 1));
  }
  return x;
}

}  // namespace

TEST_CASE("points on a sine wave give back the wave") {
  CHECK(rc::check("exact waves", [](std::uint64_t seed) {
    base::RandomStream random(seed, "sine fit");
    const double offset = random.normal();
    const double amplitude = 0.01 + random.uniform();
    const double frequency = 0.8 + 0.4 * random.uniform();
    const double phase = base::kPi * (2.0 * random.uniform() - 1.0);
    const auto x = spread(base::kPi * (1.2 + 1.3 * random.uniform()), 33);
    const auto y = wave(x, offset, amplitude, frequency, phase);
    for (const auto& fit : {fit_sine(x, y, frequency), fit_sine_about(x, y, 1.0)}) {
      RC_ASSERT(fit.has_value());
      RC_ASSERT(std::abs(fit->offset - offset) < 1e-7);
      RC_ASSERT(std::abs(fit->amplitude - amplitude) < 1e-7);
      RC_ASSERT(std::abs(fit->frequency - frequency) < 1e-7);
      RC_ASSERT(std::abs(std::remainder(fit->phase - phase, 2.0 * base::kPi)) < 1e-6);
      RC_ASSERT(fit->residual < 1e-8);
    }
  }));
}

TEST_CASE("white noise moves the fitted phase as least squares say") {
  // Over whole turns the deviation of the phase is sigma / R sqrt(2 / N).
  const double sigma = 0.05;
  const int points = 40;
  std::vector<double> x;
  for (int i = 0; i < points; ++i) {
    x.push_back(2.0 * base::kPi * i / points);
  }
  base::RandomStream random(1, "sine fit noise");
  const int trials = 2000;
  double squares = 0.0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> y = wave(x, 0.3, 1.0, 1.0, 0.7);
    for (double& value : y) {
      value += sigma * random.normal();
    }
    squares += std::pow(fit_sine(x, y, 1.0)->phase - 0.7, 2);
  }
  // The deviation of a deviation from n trials is 1 / sqrt(2 n), here 1.6 %; four of them.
  CHECK(std::sqrt(squares / trials) ==
        Approx(sigma * std::sqrt(2.0 / points)).epsilon(4.0 / std::sqrt(2.0 * trials)));
}

TEST_CASE("points that do not tell a wave give no fit") {
  CHECK_FALSE(fit_sine({0.0, 1.0}, {0.0, 1.0}, 1.0));
  CHECK_FALSE(fit_sine({1.0, 1.0, 1.0, 1.0}, {0.0, 1.0, 2.0, 3.0}, 1.0));
  CHECK_FALSE(fit_sine_about({0.0, 1.0, 2.0}, {0.0, 1.0, 0.5}, 1.0));
  // No wave at all: its frequency could be anything.
  CHECK_FALSE(fit_sine_about(spread(6.0, 9), std::vector<double>(9, 0.5), 1.0));
  // A wave of another frequency than half to twice.
  const auto x = spread(6.0, 40);
  CHECK_FALSE(fit_sine_about(x, wave(x, 0.0, 1.0, 5.0, 0.0), 1.0));
  CHECK_THROWS_AS(fit_sine({0.0, 1.0}, {0.0}, 1.0), std::invalid_argument);
}
