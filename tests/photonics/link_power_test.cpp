// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/power/power.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

TEST_CASE("the lasers' efficiency is a constant, or the published one of their temperature") {
  PowerParameters power;
  power.laser_efficiency = 0.13;
  CHECK(wall_plug_efficiency(power) == 0.13);
  power.efficiency_from = EfficiencySource::temperature;
  for (const auto& [celsius, efficiency] :
       {std::pair{20.0, 0.409}, std::pair{50.0, 0.291}, std::pair{70.0, 0.207},
        std::pair{35.0, 0.350}, std::pair{60.0, 0.249}}) {
    power.laser_temperature = Celsius(celsius);
    CHECK(wall_plug_efficiency(power) == Approx(efficiency).epsilon(1e-9));
  }
  power.laser_temperature = Celsius(80.0);
  CHECK_THROWS_AS(wall_plug_efficiency(power), std::out_of_range);
}

TEST_CASE("energy of a bit, by hand") {
  PowerParameters power;
  power.laser_efficiency = 0.2;
  power.modulator = base::JoulePerBit(20e-15);
  power.electrical_interface = base::JoulePerBit(0.5e-12);
  const LinkPower link = link_power(power, base::Watt(2e-3), base::BitRate(50'000'000'000));
  CHECK(link.laser.value() == Approx(10e-3));
  CHECK(link.laser_per_bit.value() == Approx(0.2e-12));
  CHECK(link.interfaces_per_bit.value() == Approx(1e-12));
  CHECK(link.per_bit().value() == Approx(1.22e-12));
  CHECK_THROWS_AS(link_power(power, base::Watt(-1.0), base::BitRate(1)), std::invalid_argument);
}
