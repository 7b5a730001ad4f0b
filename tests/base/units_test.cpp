// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include "base/units.hpp"

namespace heliograph::base {
namespace {

TEST_CASE("decibels and power ratios convert both ways") {
  struct Row {
    double decibel, linear;
  };
  const Row row = GENERATE(Row{0.0, 1.0}, Row{10.0, 10.0}, Row{-10.0, 0.1}, Row{20.0, 100.0},
                           Row{-30.0, 1e-3}, Row{3.0, 1.9952623149688795});
  CHECK(to_linear(Decibel(row.decibel)).value() == Approx(row.linear).epsilon(1e-14));
  CHECK(to_decibel(PowerRatio(row.linear)).value() == Approx(row.decibel).margin(1e-13));
}

TEST_CASE("a loss attenuates, a negative loss amplifies") {
  CHECK(attenuation(Decibel(10.0)).value() == Approx(0.1));
  CHECK(attenuation(Decibel(0.0)).value() == 1.0);
  CHECK(attenuation(Decibel(-10.0)).value() == Approx(10.0));
}

TEST_CASE("powers relative to a milliwatt convert both ways") {
  CHECK(to_watt(DecibelMilliwatt(0.0)).value() == Approx(1e-3).epsilon(1e-15));
  CHECK(to_watt(DecibelMilliwatt(-20.0)).value() == Approx(1e-5));
  CHECK(to_dbm(Watt(1.0)).value() == Approx(30.0));
  CHECK(to_dbm(Watt(2e-3)).value() == Approx(3.0102999566398121));
}

TEST_CASE("no power is minus infinity in decibels and comes back as nothing") {
  CHECK(to_decibel(PowerRatio(0.0)).value() == -std::numeric_limits<double>::infinity());
  CHECK(to_dbm(Watt(0.0)).value() == -std::numeric_limits<double>::infinity());
  CHECK(to_watt(to_dbm(Watt(0.0))).value() == 0.0);
}

TEST_CASE("quantities compute among their own kind only") {
  CHECK((Watt(1.0) + Watt(2.0) - Watt(0.5)).value() == 2.5);
  CHECK((2.0 * Watt(3.0)).value() == 6.0);
  CHECK((Watt(3.0) * 2.0 / 4.0).value() == 1.5);
  CHECK(Watt(6.0) / Watt(3.0) == 2.0);
  CHECK((-Decibel(3.0)).value() == -3.0);
  Joule sum;
  sum += Joule(2.0);
  sum -= Joule(0.5);
  CHECK(sum.value() == 1.5);
  CHECK(Watt(1.0) < Watt(2.0));
  CHECK(Watt(2.0) >= Watt(2.0));
  CHECK(Watt(1.0) != Watt(2.0));
  // A dB value is not a linear one, and a bare number is neither.
  STATIC_REQUIRE(!std::is_convertible_v<Decibel, PowerRatio>);
  STATIC_REQUIRE(!std::is_constructible_v<PowerRatio, Decibel>);
  STATIC_REQUIRE(!std::is_convertible_v<double, Watt>);
  STATIC_REQUIRE(!std::is_convertible_v<Watt, double>);
}

}  // namespace
}  // namespace heliograph::base
