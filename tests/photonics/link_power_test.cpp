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
  power.receiver = base::Watt(10e-3);
  power.serdes_from = SerdesSource::constant;
  power.serdes = base::JoulePerBit(1.5e-12);
  power.fec_encoder = base::JoulePerBit(0.1e-12);
  power.fec_decoder = base::JoulePerBit(0.4e-12);
  // Two wavelengths of 50 Gb/s.
  const LineUse line{base::BitRate(100'000'000'000), 2, false};
  const LinkPower link = link_power(power, base::Watt(2e-3), line);
  CHECK(link.laser.value() == Approx(10e-3));
  CHECK(link.laser_per_bit.value() == Approx(0.2e-12));
  CHECK(link.interfaces_per_bit.value() == Approx(1e-12));
  CHECK(link.receiver_per_bit.value() == Approx(0.2e-12));
  CHECK(link.serdes_per_bit.value() == Approx(3e-12));
  CHECK(link.fec_per_bit.value() == 0.0);
  CHECK(link.per_bit().value() == Approx(4.42e-12));
  const LinkPower coded = link_power(power, base::Watt(2e-3), {line.rate, 2, true});
  CHECK(coded.per_bit().value() == Approx(4.92e-12));
  CHECK_THROWS_AS(link_power(power, base::Watt(-1.0), line), std::invalid_argument);
}

TEST_CASE("serialisers by the fit to 28 nm, evaluated by other means") {
  // E = a r^b (c n r + d) / (e n r + f) / 4, in pJ/bit.
  CHECK(serdes_energy_28nm(base::BitRate(26'562'500'000), 8).value() ==
        Approx(0.0626756894248e-12).epsilon(1e-9));
  CHECK(serdes_energy_28nm(base::BitRate(10'000'000'000), 1).value() ==
        Approx(0.368105516097e-12).epsilon(1e-9));
  PowerParameters power;
  CHECK(serdes_energy(power, base::BitRate(212'500'000'000), 8).value() ==
        Approx(0.0626756894248e-12).epsilon(1e-9));
  power.serdes_from = SerdesSource::constant;
  CHECK(serdes_energy(power, base::BitRate(212'500'000'000), 8) == power.serdes);
  CHECK_THROWS_AS(serdes_energy_28nm(base::BitRate(0), 8), std::invalid_argument);
  CHECK_THROWS_AS(serdes_energy_28nm(base::BitRate(1), 0), std::invalid_argument);
}
