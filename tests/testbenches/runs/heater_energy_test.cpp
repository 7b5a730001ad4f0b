// SPDX-License-Identifier: Apache-2.0
// The heaters' energy from their codes alone, by hand and against the plant's own drives.
#include <catch2/catch.hpp>

#include <cmath>
#include <rapidcheck.h>

#include "photonics/thermal/thermal_plant.hpp"
#include "testbenches/observe/heater_energy.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using base::Picoseconds;
using base::Watt;
using photonics::DacCode;
using photonics::HeaterDriverParameters;

namespace {

constexpr Picoseconds kTau(5'600'000);

/// Code c gives c^2 mW; 15 V supply.
HeaterDriverParameters whole_volts(double overdrive) {
  HeaterDriverParameters p;
  p.dac_bits = 4;
  p.dac_max = base::Volt(15.0);
  p.heater_resistance = base::Ohm(1000.0);
  p.power_pi = Watt(16e-3);
  p.overdrive_ratio = overdrive;
  return p;
}

struct Ledger {
  double heat = 0.0;
  double loss = 0.0;
};

/// As a model books it: the plant's power from one change of it to the next.
Ledger integrate(const HeaterDriverParameters& parameters, std::size_t heaters,
                 const std::vector<LatchRecord>& latches, Picoseconds end) {
  const photonics::HeaterDriver driver(parameters);
  photonics::ThermalPlantParameters thermal;
  thermal.response = photonics::HeaterResponseKind::delayed;  // the drive does not see it
  photonics::ThermalPlant plant(heaters, thermal, driver);
  plant.settle_at(Picoseconds(0), std::vector<Watt>(heaters, driver.power(DacCode{0})));
  Ledger sum;
  Picoseconds at;
  const auto walk_to = [&](Picoseconds until) {
    while (at < until) {
      const Picoseconds next = std::min(until, plant.next_drive_change(at));
      sum.heat += plant.electrical_power(at).value() * (next - at).seconds();
      sum.loss += plant.driver_loss(at).value() * (next - at).seconds();
      at = next;
    }
  };
  for (const LatchRecord& latch : latches) {
    walk_to(latch.when);
    std::vector<Watt> powers;
    for (const DacCode code : latch.codes) {
      powers.push_back(driver.power(code));
    }
    plant.set_powers(latch.when, powers);
  }
  walk_to(end);
  return sum;
}

}  // namespace

TEST_CASE("codes to energy, by hand") {
  const std::vector<LatchRecord> latches{
      {Picoseconds(1'000'000), {DacCode{4}, DacCode{0}}},
      {Picoseconds(11'000'000), {DacCode{2}, DacCode{3}}},
  };
  const HeaterEnergy sum =
      heater_energy(whole_volts(1.0), kTau, 2, latches, Picoseconds(15'000'000));
  // 16 mW x 10 us, 4 mW and 9 mW x 4 us.
  CHECK(sum.heat.value() == Approx(160e-9 + 16e-9 + 36e-9).epsilon(1e-12));
  // 15 V x 4 mA, 2 mA and 3 mA less the same.
  CHECK(sum.loss.value() == Approx(44e-3 * 10e-6 + (26e-3 + 36e-3) * 4e-6).epsilon(1e-12));
}

TEST_CASE(
    "latches that come after the end cost nothing, and codes beyond the DAC are its highest") {
  const std::vector<LatchRecord> latches{{Picoseconds(1'000'000), {DacCode{0xFFFF}}},
                                         {Picoseconds(3'000'000), {DacCode{0}}}};
  CHECK(heater_energy(whole_volts(1.0), kTau, 1, latches, Picoseconds(2'000'000)).heat.value() ==
        Approx(225e-3 * 1e-6).epsilon(1e-12));
}

TEST_CASE("an overdrive from cold, by hand") {
  const std::vector<LatchRecord> latches{{Picoseconds(0), {DacCode{4}}}};
  const HeaterEnergy sum =
      heater_energy(whole_volts(3.0), kTau, 1, latches, Picoseconds(100'000'000));
  const double hold = 5.6e-6 * std::log(1.5);
  CHECK(sum.heat.value() == Approx(48e-3 * hold + 16e-3 * (100e-6 - hold)).epsilon(1e-7));
}

TEST_CASE("whatever codes come when, both ways agree") {
  rc::check([] {
    const double ratio = *rc::gen::element(1.0, 1.5, 3.0);
    const auto heaters = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
    std::vector<LatchRecord> latches;
    Picoseconds at;
    const int count = *rc::gen::inRange(0, 8);
    for (int i = 0; i < count; ++i) {
      at += Picoseconds(*rc::gen::inRange(0, 20'000'000));
      LatchRecord latch{at, {}};
      for (std::size_t heater = 0; heater < heaters; ++heater) {
        latch.codes.push_back(static_cast<DacCode>(*rc::gen::inRange(0, 16)));
      }
      latches.push_back(latch);
    }
    const Picoseconds end = at + Picoseconds(*rc::gen::inRange(0, 20'000'000));
    const HeaterDriverParameters driver = whole_volts(ratio);
    const Ledger booked = integrate(driver, heaters, latches, end);
    const HeaterEnergy summed = heater_energy(driver, kTau, heaters, latches, end);
    RC_ASSERT(std::abs(summed.heat.value() - booked.heat) <= 1e-9 * booked.heat);
    RC_ASSERT(std::abs(summed.loss.value() - booked.loss) <= 1e-9 * booked.loss);
  });
}
