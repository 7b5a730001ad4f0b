// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/thermal/heater_response.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Picoseconds;
using base::Second;
using base::Watt;

namespace {

constexpr std::int64_t kTau = 5'600'000;

/// Integral of f over [from, to] by Simpson's rule.
template <class Function>
double integral(double from, double to, Function f) {
  if (to <= from) {
    return 0.0;
  }
  constexpr int kPieces = 2000;
  const double step = (to - from) / kPieces;
  double sum = f(from) + f(to);
  for (int i = 1; i < kPieces; ++i) {
    sum += f(from + step * i) * (i % 2 == 0 ? 2.0 : 4.0);
  }
  return sum * step / 3.0;
}

/// 1 - e^{-(t-u)/tau} averaged over a triangle of u, by numbers; times in time constants.
double step_by_convolution(double t, double d) {
  const auto response = [t](double u) { return u < t ? -std::expm1(u - t) : 0.0; };
  const double rising =
      integral(0.0, std::min(t, d), [&](double u) { return response(u) * u / (d * d); });
  const double falling = integral(d, std::min(t, 2.0 * d),
                                  [&](double u) { return response(u) * (2.0 * d - u) / (d * d); });
  return rising + falling;
}

}  // namespace

TEST_CASE("a delayed response is the convolution of triangle and low-pass") {
  for (const std::int64_t diffusion : {kTau / 100, kTau / 10, kTau * 7 / 10, kTau * 3}) {
    const HeaterResponse response{Picoseconds(kTau), Picoseconds(diffusion)};
    const double d = static_cast<double>(diffusion) / kTau;
    for (const double part : {0.01, 0.3, 0.999, 1.0, 1.5, 1.999, 2.0, 2.5, 5.0, 50.0}) {
      const Picoseconds since(std::llround(part * static_cast<double>(diffusion)));
      const double t = static_cast<double>(since.count()) / kTau;
      CAPTURE(d, t);
      CHECK(1.0 - response.missing(since) == Approx(step_by_convolution(t, d)).margin(1e-10));
    }
  }
}

TEST_CASE("nothing moves at first, and the tail is an exponential") {
  const HeaterResponse response{Picoseconds(kTau), Picoseconds(kTau / 10)};
  CHECK(response.missing(Picoseconds(-5)) == 1.0);
  CHECK(response.missing(Picoseconds(0)) == 1.0);
  // s begins as t^3 / (6 tau_d^2 tau), where a first-order heater has t / tau.
  const double early = 1.0 - response.missing(Picoseconds(kTau / 1000));
  CHECK(early == Approx(1e-9 / (6.0 * 0.01)).epsilon(1e-3));
  CHECK(response.memory() == Picoseconds(kTau / 5));
  const double grown = std::expm1(0.1) / 0.1;
  CHECK(response.tail() == Approx(grown * grown).epsilon(1e-14));
  CHECK(response.missing(Picoseconds(kTau * 4)) ==
        Approx(response.tail() * std::exp(-4.0)).epsilon(1e-14));
}

TEST_CASE("responses fall from 1 to 0 without a jump") {
  CHECK(rc::check("for every diffusion", [] {
    const std::int64_t tau = *rc::gen::inRange<std::int64_t>(1000, 100'000'000);
    const auto diffusion =
        static_cast<std::int64_t>(static_cast<double>(tau) * *rc::gen::inRange(0, 2000) / 100.0);
    const HeaterResponse response{Picoseconds(tau), Picoseconds(diffusion)};
    const std::int64_t step = std::max<std::int64_t>(1, tau / 50);
    double before = 1.0;
    for (std::int64_t t = step; t < 45 * tau; t += step) {
      const double now = response.missing(Picoseconds(t));
      RC_ASSERT(now >= 0.0);
      RC_ASSERT(now <= before + 1e-12);
      RC_ASSERT(before - now < 1.01 * static_cast<double>(step) / static_cast<double>(tau));
      before = now;
    }
    RC_ASSERT(before < 1e-2);
  }));
}

TEST_CASE("a short diffusion is none") {
  const HeaterResponse plain{Picoseconds(kTau)};
  const HeaterResponse brief{Picoseconds(kTau), Picoseconds(1)};
  for (const std::int64_t t : {kTau / 7, kTau, 9 * kTau}) {
    CHECK(plain.missing(Picoseconds(t)) ==
          Approx(std::exp(-static_cast<double>(t) / kTau)).epsilon(1e-15));
    CHECK(brief.missing(Picoseconds(t)) == Approx(plain.missing(Picoseconds(t))).epsilon(1e-6));
  }
  CHECK(plain.tail() == 1.0);
  CHECK(plain.memory() == Picoseconds(0));
}

TEST_CASE("overdrive times from cold") {
  // Worked out apart from this program: tau ln(r / (r - 1)).
  for (const auto& [ratio, multiple] :
       {std::pair{1.5, 1.0986}, std::pair{2.0, 0.6931}, std::pair{3.0, 0.4055}}) {
    CHECK(overdrive_time(Watt(0.0), Watt(ratio), Watt(1.0), Second(1.0)).value() ==
          Approx(multiple).margin(5e-5));
  }
  // Cooling from 2 to 1 at no power: tau ln 2.
  CHECK(overdrive_time(Watt(2.0), Watt(0.0), Watt(1.0), Second(3.0)).value() ==
        Approx(3.0 * std::log(2.0)));
  CHECK_THROWS_AS(overdrive_time(Watt(0.0), Watt(1.0), Watt(1.0), Second(1.0)),
                  std::invalid_argument);
  CHECK_THROWS_AS(overdrive_time(Watt(0.0), Watt(1.0), Watt(2.0), Second(1.0)),
                  std::invalid_argument);
  CHECK_THROWS_AS(overdrive_time(Watt(1.0), Watt(3.0), Watt(0.5), Second(1.0)),
                  std::invalid_argument);
}

TEST_CASE("impossible responses are refused") {
  CHECK_THROWS_AS(HeaterResponse(Picoseconds(0)), std::invalid_argument);
  CHECK_THROWS_AS(HeaterResponse(Picoseconds(10), Picoseconds(-1)), std::invalid_argument);
  CHECK_THROWS_AS(HeaterResponse(Picoseconds(10), Picoseconds(201)), std::invalid_argument);
  CHECK_NOTHROW(HeaterResponse(Picoseconds(10), Picoseconds(200)));
}
