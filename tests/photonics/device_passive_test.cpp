// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/device/crossing.hpp"
#include "photonics/device/directional_coupler.hpp"
#include "photonics/device/fibre_coupler.hpp"
#include "photonics/device/mmi.hpp"
#include "photonics/device/phase_shifter.hpp"
#include "photonics/device/polarisation.hpp"
#include "photonics/device/ring.hpp"
#include "photonics/device/splitter.hpp"
#include "photonics/device/waveguide.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Hertz;
using base::Metre;

namespace {

double db(double power) { return 10.0 * std::log10(power); }

}  // namespace

TEST_CASE("a waveguide has the given index, group index and dispersion at its wavelength") {
  WaveguideParameters guide;
  guide.length = Metre(1e-2);
  guide.loss = base::DecibelPerMetre(300.0);
  guide.dispersion = 1e-3;
  const double lambda0 = guide.reference_wavelength.value();
  CHECK(effective_index(guide, Metre(lambda0)) == guide.effective_index);
  const double h = 1e-11;
  const auto n = [&](double lambda) { return effective_index(guide, Metre(lambda)); };
  const double slope = (n(lambda0 + h) - n(lambda0 - h)) / (2.0 * h);
  CHECK(n(lambda0) - lambda0 * slope == Approx(guide.group_index).epsilon(1e-6));
  const double wide = 1e-8;
  const double curve = (n(lambda0 + wide) - 2.0 * n(lambda0) + n(lambda0 - wide)) / (wide * wide);
  CHECK(-lambda0 * curve / base::kLightSpeedMetrePerSecond ==
        Approx(guide.dispersion).epsilon(1e-4));
  CHECK(db(std::norm(waveguide_field(guide, Hertz(193e12)))) == Approx(-3.0));
  CHECK(group_delay(guide).value() == Approx(140.097e-12).epsilon(1e-5));
}

TEST_CASE("a waveguide's phase grows with its length in the sense of e^{+j beta L}") {
  WaveguideParameters guide;
  guide.length = Metre(0.25 * 1.55e-6 / guide.effective_index);
  guide.loss = base::DecibelPerMetre(0.0);
  const auto field = waveguide_field(guide, frequency_of(guide.reference_wavelength));
  CHECK(std::abs(field - std::complex<double>(0.0, 1.0)) < 1e-12);
}

TEST_CASE("bends cost their loss each") {
  WaveguideParameters guide;
  guide.length = Metre(0.0);
  guide.bends = 4;
  guide.bend_loss = Decibel(0.25);
  CHECK(waveguide_loss(guide).value() == 1.0);
}

TEST_CASE("the coupler fitted to LightIN has the two published points") {
  // 50:50 at 1574.7 nm and 0.462 at 1560 nm: slope 0.00259 rad/nm.
  DirectionalCouplerParameters coupler;
  coupler.coupling = 0.5;
  coupler.reference_wavelength = Metre(1574.7e-9);
  coupler.coupling_slope = 0.00259e9;
  CHECK(power_coupling(coupler, Metre(1574.7e-9)) == Approx(0.5));
  CHECK(power_coupling(coupler, Metre(1560e-9)) == Approx(0.462).margin(2e-4));
  coupler.excess_loss = Decibel(0.3);
  const Eigen::Matrix2cd field = directional_coupler_field(coupler, frequency_of(Metre(1560e-9)));
  CHECK(db(field.col(0).squaredNorm()) == Approx(-0.3));
  CHECK(std::norm(field(1, 0)) / field.col(0).squaredNorm() == Approx(0.462).margin(2e-4));
}

TEST_CASE("splitters divide as they say") {
  const Eigen::Vector2d uneven = mmi_1x2_field({Decibel(0.5), Decibel(1.0)});
  CHECK(db(uneven.squaredNorm()) == Approx(-0.5));
  CHECK(db(uneven(0) * uneven(0) / (uneven(1) * uneven(1))) == Approx(1.0));
  CHECK(db(y_junction_field({}).squaredNorm()) == Approx(-0.28));
  const double eighth = splitter_field({8, Decibel(0.0)});
  CHECK(eighth * eighth == Approx(0.125));
  const Eigen::Matrix2cd mmi = mmi_2x2_field({Decibel(0.0), Decibel(0.2)});
  CHECK((mmi.adjoint() * mmi - Eigen::Matrix2cd::Identity()).norm() < 1e-14);
}

TEST_CASE("a heater at P_pi turns the field round, on top of the phase that was set") {
  ThermoOpticParameters shifter;
  shifter.heater_power = shifter.power_for_pi;
  shifter.phase = base::Radian(0.5);
  CHECK(thermo_optic_phase(shifter).value() == Approx(base::kPi + 0.5));
  CHECK(std::abs(thermo_optic_field(shifter)) == Approx(1.0));
}

TEST_CASE("carriers lower the index and absorb, inseparably") {
  const FreeCarrierEffect effect = free_carrier_effect(1e18);
  CHECK(effect.index_change == Approx(-(8.8e-4 + 8.5e-18 * std::pow(1e18, 0.8))));
  CHECK(effect.absorption_per_metre == Approx(1450.0));
  ElectroOpticParameters diode;
  diode.length = Metre(1e-3);
  diode.confinement = 1.0;
  diode.carriers_per_cm3 = 1e17;
  const auto field = electro_optic_field(diode, Hertz(193.4e12));
  CHECK(std::norm(field) == Approx(std::exp(-0.145)));
  CHECK(free_carrier_effect(-1e17).absorption_per_metre < 0.0);
}

TEST_CASE("a crossing sends the given powers on and aside, whatever arrives together") {
  const CrossingParameters crossing{Decibel(0.1), Decibel(40.0)};
  const CrossingFields field = crossing_fields(crossing);
  CHECK(db(std::norm(field.through)) == Approx(-0.1).margin(0.002));
  CHECK(db(std::norm(field.side)) == Approx(-40.1).margin(0.002));
  // Light from both ends of one guide meets light from both ends of the other in phase.
  CHECK(std::norm(field.through + 2.0 * field.side) == Approx(std::pow(10.0, -0.01)));
}

TEST_CASE("a grating coupler loses 1.5 dB more at the edges of its band, and rejects TM") {
  GratingCouplerParameters grating;
  const auto loss = [&](double nm) {
    return -db(std::norm(grating_coupler_fields(grating, frequency_of(Metre(nm * 1e-9))).through));
  };
  CHECK(loss(1550.0) == Approx(4.4));
  CHECK(loss(1572.5) == Approx(5.9));
  CHECK(loss(1527.5) == Approx(5.9));
  grating.polarisation = Polarisation::tm;
  CHECK(loss(1550.0) == Approx(24.4));
  CHECK(-db(std::norm(edge_coupler_fields({}).through)) == Approx(1.0));
}

TEST_CASE("polarisation costs the TM share its penalty") {
  CHECK(polarisation_loss({1.0, Decibel(20.0)}).value() == Approx(0.0).margin(1e-12));
  CHECK(polarisation_loss({0.0, Decibel(20.0)}).value() == Approx(20.0));
  CHECK(polarisation_loss({0.5, Decibel(20.0)}).value() == Approx(-db(0.505)));
}

TEST_CASE("the free spectral range of a 5 um ring at 1310 nm is 13.66 nm") {
  RingParameters ring;
  ring.group_index = 4.0;
  CHECK(free_spectral_range(ring, Metre(1310e-9)).value() * 1e9 == Approx(13.66).margin(0.005));
}

TEST_CASE("a ring without loss only turns phases, and drops all on resonance when symmetric") {
  RingParameters ring;
  ring.loss = base::DecibelPerMetre(0.0);
  for (int i = 0; i < 50; ++i) {
    const Hertz f(190e12 + 1e11 * i);
    CHECK(std::abs(all_pass_field(ring, f)) == Approx(1.0));
    const AddDropFields fields = add_drop_fields(ring, f);
    CHECK(std::norm(fields.through) + std::norm(fields.drop) == Approx(1.0));
  }
  // Tuned onto resonance.
  const Hertz f(193e12);
  ring.phase = base::Radian(-std::arg(round_trip_field(ring, f)));
  CHECK(std::norm(add_drop_fields(ring, f).drop) == Approx(1.0));
}
