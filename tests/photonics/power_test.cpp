// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/power/power.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Watt;

TEST_CASE("a laser takes its light over its efficiency") {
  CHECK(laser_electrical_power(Watt(5e-3), PowerParameters{}.laser_efficiency).value() ==
        Approx(50e-3));
  CHECK_THROWS_AS(laser_electrical_power(Watt(-1.0), 0.1), std::invalid_argument);
  CHECK_THROWS_AS(laser_electrical_power(Watt(1.0), 0.0), std::invalid_argument);
  CHECK_THROWS_AS(laser_electrical_power(Watt(1.0), 1.1), std::invalid_argument);
}

TEST_CASE("energies add up") {
  CHECK(total({Watt(1.0), Watt(0.25)}) == Watt(1.25));
  // 40 cells at half of 90 mW: LightIN's 1.8 W.
  CHECK(total(std::vector<Watt>(40, Watt(45e-3))).value() == Approx(1.8));
  CHECK(energy(base::JoulePerBit(0.5e-12), base::Bits(1000)).value() == Approx(0.5e-9));
  CHECK(energy(Watt(2.0), base::Picoseconds(1'000'000)).value() == Approx(2e-6));
}
