// SPDX-License-Identifier: Apache-2.0
// What a switch books for its heaters and their drivers, against sums made by hand.
#include <catch2/catch.hpp>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "systemc/light/optical_switch.hpp"
#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Joule;
using base::Volt;
using base::Watt;
using photonics::DacCode;
using photonics::HeaterDriverParameters;

constexpr std::int64_t kWrite = 480'000;  // 24 bits at 50 MHz

/// Codes are whole volts: 0 to 15 V on 1 kohm, so code c gives c^2 mW; pi at 16 mW, which is
/// code 4.
HeaterDriverParameters whole_volts() {
  HeaterDriverParameters p;
  p.dac_bits = 4;
  p.dac_max = Volt(15.0);
  p.heater_resistance = base::Ohm(1000.0);
  p.power_pi = Watt(16e-3);
  return p;
}

/// One cell.
struct Bench {
  explicit Bench(const HeaterDriverParameters& parameters = whole_volts())
      : driver(parameters),
        heaters(meter.open("heaters")),
        drivers(meter.open("heater drivers", base::JoulePerBit(0.0), Joule(2e-9))),
        plant("switch", fabric, driver, photonics::ThermalPlant(1, {}, driver), {}, {},
              {heaters, drivers, Watt(10e-3)}, log) {
    run_for(Picoseconds(1));
  }
  /// Latches `code` at `at`.
  void latch(DacCode code, std::int64_t at) {
    run_until(Picoseconds(at - kWrite));
    plant.dacs.write(base::ActuatorId{0}, code);
    plant.dacs.latch();
  }

  KernelContext kernel;
  LightLog log;
  EnergyMeter meter;
  photonics::FeedForwardFabric fabric =
      photonics::make_fabric(photonics::Topology::benes, 2, {}, {base::Radian(0.0)});
  photonics::HeaterDriver driver;
  EnergyAccount& heaters;
  EnergyAccount& drivers;
  OpticalSwitch plant;
};

TEST_CASE("a heater held at P_pi for 10 us takes 160 nJ, and its driver what the supply gives") {
  Bench bench;
  bench.latch(DacCode{4}, 1'000'000);
  bench.latch(DacCode{0}, 11'000'000);
  run_until(Picoseconds(20'000'000));
  // 16 mW x 10 us.
  CHECK(bench.heaters.held(now()).value() == Approx(160e-9).epsilon(1e-12));
  // From 15 V flow 4 mA, so 60 mW, of which 16 heat: 44 mW x 10 us. The DAC: 10 mW x 20 us.
  CHECK(bench.drivers.held(now()).value() == Approx(440e-9 + 200e-9).epsilon(1e-12));
  // Two codes of 2 nJ.
  CHECK(bench.drivers.events() == 2);
  CHECK(bench.drivers.switched().value() == Approx(4e-9).epsilon(1e-12));
}

TEST_CASE("codes that change on the way are paid piece by piece") {
  Bench bench;
  bench.latch(DacCode{4}, 2'000'000);   // 16 mW for 3 us
  bench.latch(DacCode{2}, 5'000'000);   // 4 mW for 7 us
  bench.latch(DacCode{6}, 12'000'000);  // 36 mW for 1 us
  bench.latch(DacCode{0}, 13'000'000);
  run_until(Picoseconds(40'000'000));
  CHECK(bench.heaters.held(now()).value() == Approx(48e-9 + 28e-9 + 36e-9).epsilon(1e-12));
  // 15 V x (4, 2, 6) mA less the same.
  CHECK(bench.drivers.held(now()).value() ==
        Approx(44e-3 * 3e-6 + 26e-3 * 7e-6 + 54e-3 * 1e-6 + 10e-3 * 40e-6).epsilon(1e-12));
}

TEST_CASE("overdrive costs its power for its time, tau ln(r / (r - 1)) from cold") {
  HeaterDriverParameters p = whole_volts();
  p.overdrive_ratio = 2.0;
  Bench bench(p);
  bench.latch(DacCode{4}, 1'000'000);
  run_until(Picoseconds(11'000'000));
  // 32 mW for 5.6 us x ln 2, a whole number of picoseconds, then 16 mW until 10 us have passed.
  const double hold = static_cast<double>(std::llround(5.6e6 * std::log(2.0))) * 1e-12;
  CHECK(hold == Approx(3.8816e-6).epsilon(1e-4));
  CHECK(bench.heaters.held(now()).value() ==
        Approx(32e-3 * hold + 16e-3 * (10e-6 - hold)).epsilon(1e-12));
  // 32 mW are 5.657 V, so 15 V x 5.657 mA.
  const double pushed = 15.0 * std::sqrt(32e-3 / 1000.0) - 32e-3;
  CHECK(bench.drivers.held(now()).value() ==
        Approx(pushed * hold + 44e-3 * (10e-6 - hold) + 10e-3 * 11e-6).epsilon(1e-12));
}

TEST_CASE("an overdrive that another code cuts short is paid until then") {
  HeaterDriverParameters p = whole_volts();
  p.overdrive_ratio = 2.0;
  Bench bench(p);
  bench.latch(DacCode{4}, 1'000'000);
  bench.latch(DacCode{0}, 3'000'000);  // cooling to nothing cannot be overdriven
  run_until(Picoseconds(30'000'000));
  CHECK(bench.heaters.held(now()).value() == Approx(32e-3 * 2e-6).epsilon(1e-12));
}

TEST_CASE("a bias that is trimmed is paid for in cross as in bar") {
  // The cell rests at -pi/2: cross takes half of P_pi, bar three halves.
  HeaterDriverParameters p;
  p.phase_bias = base::Radian(-base::kPi / 2.0);
  p.dac_max = Volt(3.0);
  Bench bench(p);
  const DacCode cross = bench.driver.least_power_code(base::Radian(0.0)).code;
  const DacCode bar = bench.driver.least_power_code(base::Radian(base::kPi)).code;
  bench.latch(cross, 1'000'000);
  CHECK(bench.heaters.power().value() == 0.0);
  run_until(Picoseconds(1'000'001));
  CHECK(bench.heaters.power().value() == Approx(10.7e-3).epsilon(1e-3));
  bench.latch(bar, 100'000'000);
  run_until(Picoseconds(100'000'001));
  CHECK(bench.heaters.power().value() == Approx(32.1e-3).epsilon(1e-3));
}

TEST_CASE("codes that no DAC takes are shifted and paid all the same") {
  Bench bench;
  run_until(Picoseconds(1'000'000));
  bench.plant.dacs.write(base::ActuatorId{7}, DacCode{4});
  run_until(Picoseconds(5'000'000));
  CHECK(bench.drivers.events() == 1);
  CHECK(bench.heaters.power().value() == 0.0);
}

}  // namespace
}  // namespace heliograph::systemc::test
