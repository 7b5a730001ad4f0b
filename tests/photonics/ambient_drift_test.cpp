// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cmath>
#include <rapidcheck.h>
#include <stdexcept>
#include <vector>

#include "photonics/thermal/ambient_drift.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Picoseconds;
using base::Radian;

namespace {

AmbientParameters sine(double swing, std::int64_t period_us) {
  AmbientParameters p;
  p.swing = Kelvin(swing);
  p.period = Picoseconds(period_us * 1'000'000);
  return p;
}

std::vector<Radian> drift_of(const AmbientDrift& drift, Picoseconds at, Picoseconds sampled) {
  std::vector<Radian> phases(drift.sensitivities().size());
  drift.add(at, sampled, phases);
  return phases;
}

}  // namespace

TEST_CASE("without a swing or a sensitivity nothing moves") {
  AmbientParameters insensitive = sine(10.0, 1000);
  insensitive.sensitivity_sigma = RadianPerKelvin(0.0);
  for (const AmbientDrift& drift :
       {AmbientDrift(), AmbientDrift(4, {}, 1), AmbientDrift(4, insensitive, 1)}) {
    CHECK_FALSE(drift.moves());
    std::vector<Radian> phases(4, Radian(0.25));
    drift.add(Picoseconds(123'456'789), Picoseconds(0), phases);
    CHECK(phases == std::vector<Radian>(4, Radian(0.25)));
  }
}

TEST_CASE("temperatures by hand") {
  AmbientParameters p = sine(8.0, 1000);
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(0)).value() == 0.0);
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(250'000'000)).value() == Approx(8.0));
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(750'000'000)).value() == Approx(-8.0));
  p.start = Radian(base::kPi / 2.0);
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(0)).value() == Approx(8.0));
  p.shape = AmbientShape::ramp;
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(0)).value() == Approx(2.0));
  CHECK(AmbientDrift(1, p, 1).temperature(Picoseconds(2'500'000'000)).value() == Approx(22.0));
}

TEST_CASE("each cell drifts by its own sensitivity, which the seed draws") {
  const AmbientDrift drift(2000, sine(8.0, 1000), 7);
  const std::vector<Radian> quarter = drift_of(drift, Picoseconds(250'000'000), Picoseconds(0));
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < quarter.size(); ++i) {
    CHECK(quarter[i].value() == Approx(8.0 * drift.sensitivities()[i].value()));
    sum += drift.sensitivities()[i].value();
    squares += drift.sensitivities()[i].value() * drift.sensitivities()[i].value();
  }
  // Mean and deviation of 2000 draws, to five standard errors.
  CHECK(std::abs(sum / 2000.0) < 5.0 * 0.005 / std::sqrt(2000.0));
  CHECK(std::sqrt(squares / 2000.0) == Approx(0.005).epsilon(5.0 / std::sqrt(4000.0)));
  CHECK(AmbientDrift(2000, sine(8.0, 1000), 7).sensitivities() == drift.sensitivities());
  CHECK(AmbientDrift(2000, sine(8.0, 1000), 8).sensitivities() != drift.sensitivities());
}

TEST_CASE("a loop looks at whole multiples of its period") {
  AmbientParameters p = sine(8.0, 1000);
  const AmbientDrift without(1, p, 1);
  CHECK(without.next_sample(Picoseconds(5)) == Picoseconds::never());
  p.compensation = AmbientCompensation::loop;
  const AmbientDrift drift(1, p, 1);
  const Picoseconds period(62'500'000);  // 16 kHz
  CHECK(drift.last_sample(Picoseconds(0)) == Picoseconds(0));
  CHECK(drift.next_sample(Picoseconds(0)) == period);
  CHECK(drift.last_sample(Picoseconds(period.count() - 1)) == Picoseconds(0));
  CHECK(drift.last_sample(period) == period);
  CHECK(drift.next_sample(period) == period * 2);
  CHECK(drift_of(drift, period, period)[0].value() == 0.0);
}

TEST_CASE("a loop leaves slope times period at most, and less than that on a sine") {
  rc::check([] {
    AmbientParameters p = sine(*rc::gen::inRange(1, 100) * 0.5, *rc::gen::inRange(1, 100'000));
    p.shape = *rc::gen::element(AmbientShape::sine, AmbientShape::ramp);
    p.start = Radian(*rc::gen::inRange(-600, 600) * 0.01);
    p.compensation = AmbientCompensation::loop;
    p.loop_rate = base::Hertz(*rc::gen::inRange(100, 1'000'000));
    const AmbientDrift drift(5, p, *rc::gen::inRange(0, 1000));
    const Picoseconds at(static_cast<std::int64_t>(*rc::gen::inRange(0, 2'000'000'000)) * 50);
    const double bound = drift.residual_bound().value();
    double most = 0.0;
    for (const RadianPerKelvin s : drift.sensitivities()) {
      most = std::max(most, std::abs(s.value()));
    }
    const double turn = p.shape == AmbientShape::sine ? 2.0 * base::kPi : 1.0;
    const double period = std::round(1e12 / p.loop_rate.value()) * 1e-12;
    RC_ASSERT(std::abs(bound - most * p.swing.value() * turn / p.period.seconds() * period) <=
              1e-9 * bound);
    for (const Radian left : drift_of(drift, at, drift.last_sample(at))) {
      RC_ASSERT(std::abs(left.value()) <= bound * (1.0 + 1e-6) + 1e-9);
    }
  });
}

TEST_CASE("within a step no phase moves by more than the tolerance") {
  rc::check([] {
    AmbientParameters p = sine(*rc::gen::inRange(1, 100) * 0.5, *rc::gen::inRange(1, 100'000));
    p.shape = *rc::gen::element(AmbientShape::sine, AmbientShape::ramp);
    const AmbientDrift drift(5, p, *rc::gen::inRange(0, 1000));
    const Radian tolerance(*rc::gen::inRange(1, 100) * 1e-3);
    const Picoseconds from(static_cast<std::int64_t>(*rc::gen::inRange(0, 2'000'000'000)) * 50);
    const Picoseconds step = drift.step(tolerance);
    const std::vector<Radian> before = drift_of(drift, from, Picoseconds(0));
    const Picoseconds within(static_cast<std::int64_t>(static_cast<double>(step.count()) *
                                                       *rc::gen::inRange(0, 101) * 0.01));
    const std::vector<Radian> after = drift_of(drift, from + within, Picoseconds(0));
    for (std::size_t i = 0; i < before.size(); ++i) {
      RC_ASSERT(std::abs((after[i] - before[i]).value()) <= tolerance.value() * (1.0 + 1e-6));
    }
  });
}

TEST_CASE("periods and rates are above 0") {
  AmbientParameters p = sine(1.0, 0);
  CHECK_THROWS_AS(AmbientDrift(1, p, 1), std::invalid_argument);
  p = sine(1.0, 1);
  p.loop_rate = base::Hertz(0.0);
  CHECK_THROWS_AS(AmbientDrift(1, p, 1), std::invalid_argument);
}
