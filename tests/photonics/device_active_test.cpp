// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/device/laser.hpp"
#include "photonics/device/mz_modulator.hpp"
#include "photonics/device/photodiode.hpp"
#include "photonics/device/ring_modulator.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/device/tia.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Ampere;
using base::Decibel;
using base::Hertz;
using base::Volt;
using base::Watt;

TEST_CASE("the laser's efficiency peaks where the published table says") {
  struct Row {
    double celsius, ampere, efficiency;
  };
  for (const Row& row : {Row{20, 1.7, 0.409}, Row{50, 2.73, 0.291}, Row{70, 2.2, 0.207}}) {
    LaserParameters laser;
    laser.temperature = Celsius(row.celsius);
    CHECK(wall_plug_efficiency(laser, Ampere(row.ampere)) == Approx(row.efficiency));
    CHECK(wall_plug_efficiency(laser, Ampere(row.ampere * 1.05)) < row.efficiency);
    CHECK(wall_plug_efficiency(laser, Ampere(row.ampere * 0.95)) < row.efficiency);
    CHECK(wall_plug_efficiency(laser, Ampere(0.2)) == 0.0);
  }
  const LaserParameters cold;
  CHECK(optical_power(cold, Ampere(1.7)).value() == Approx(0.64).epsilon(1e-3));
}

TEST_CASE("between two temperatures the laser is between them, beyond them it is unknown") {
  LaserParameters laser;
  laser.temperature = Celsius(35.0);
  CHECK(efficiency_peak(laser).efficiency == Approx(0.35));
  laser.temperature = Celsius(85.0);
  CHECK_THROWS_AS(efficiency_peak(laser), std::out_of_range);
}

TEST_CASE("an amplifier saturates and its noise follows its figure") {
  SoaParameters soa;
  soa.gain = Decibel(20.0);
  CHECK(saturated_gain(soa, Watt(0.0)).value() == Approx(100.0));
  const double ratio = 0.05;
  const double gain =
      saturated_gain(soa, Watt(ratio * base::to_watt(soa.saturation_power).value())).value();
  CHECK(gain == Approx(100.0 * std::exp(-(gain - 1.0) * ratio)));
  CHECK(gain < 100.0);
  CHECK_THROWS_AS(saturated_gain(soa, Watt(-1.0)), std::invalid_argument);
  // At 3.01 dB and much gain there is one photon a mode: G h nu B.
  soa.noise_figure = base::to_decibel(base::PowerRatio(2.0));
  const double photon = 6.62607015e-34 * 193.4e12 * 1e11;
  CHECK(spontaneous_emission(soa, base::PowerRatio(1e4), Hertz(193.4e12), Hertz(1e11)).value() ==
        Approx(1e4 * photon).epsilon(1e-4));
}

TEST_CASE("ring modulator: 50 fJ of junction and 108 fJ with its driver, at 10 Gb/s and 2 V") {
  const RingModulatorParameters ring;
  CHECK(ring_switching_energy(ring).value() == Approx(50e-15));
  CHECK(ring_driver_energy(ring, base::BitRate(10'000'000'000)).value() ==
        Approx(108e-15).epsilon(1e-9));
}

TEST_CASE("a critically coupled ring is dark on resonance and modulates when moved off it") {
  RingModulatorParameters ring;
  ring.round_trip_loss = -base::to_decibel(base::PowerRatio(1.0 - ring.coupling));
  CHECK(ring_transmission(ring, Hertz(0.0)).value() == Approx(0.0).margin(1e-20));
  ring.detuning = Hertz(1e9);
  const ModulatedLevels levels = ring_modulation(ring);
  CHECK(levels.one.value() == Approx(ring_transmission(ring, Hertz(-11e9)).value()));
  CHECK(levels.zero.value() == Approx(ring_transmission(ring, Hertz(1e9)).value()));
  CHECK(levels.extinction.value() > 5.0);
}

TEST_CASE("an MZ modulator at full swing has its static extinction and its loss") {
  MzModulatorParameters modulator;
  CHECK(half_wave_voltage(modulator).value() == Approx(0.02 / 3e-3));
  modulator.swing = half_wave_voltage(modulator);
  const ModulatedLevels levels = mz_modulation(modulator);
  CHECK(levels.extinction.value() == Approx(25.0));
  CHECK(levels.insertion_loss.value() == Approx(6.5));
  modulator.swing = Volt(2.0);
  CHECK(mz_modulation(modulator).extinction.value() < 25.0);
  CHECK(mz_switching_energy(modulator).value() == Approx(1e-12));
}

TEST_CASE("photodiode noise is the published vector") {
  const PhotodiodeNoise noise =
      photodiode_noise({}, Watt(1e-4), Hertz(20e9), base::DecibelPerHertz(-145.0));
  CHECK(noise.shot == Approx(6.409e-13).epsilon(1e-3));
  CHECK(noise.thermal == Approx(6.627e-12).epsilon(1e-3));
  CHECK(noise.intensity == Approx(6.325e-13).epsilon(1e-3));
  CHECK(noise.rms().value() == Approx(2.811e-6).epsilon(1e-3));
}

TEST_CASE("an amplifier's sensitivity is the measured receiver's") {
  const auto dbm = [](Watt power) { return base::to_dbm(power).value(); };
  TiaParameters tia;
  const base::AmperePerWatt r(0.876);
  CHECK(dbm(amplifier_sensitivity(tia, r, 7.035)) == Approx(-12.9315).margin(1e-3));
  tia.noise = Ampere(4.5e-6);
  CHECK(dbm(amplifier_sensitivity(tia, r, 7.035)) == Approx(-11.41).margin(1e-3));
  CHECK(fitted_noise(base::BitRate(40'000'000'000)).value() ==
        Approx(1e-6 * (0.0035 * 900.0 + 0.0655 * 30.0 + 0.842)));
  CHECK(output_voltage(tia, Ampere(1e-4)).value() == Approx(0.4));
}
