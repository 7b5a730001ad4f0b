// SPDX-License-Identifier: Apache-2.0
// A switch whose ambient temperature moves: the field of one ideal cell against its closed form.
#include <catch2/catch.hpp>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "systemc/light/optical_switch.hpp"
#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kPeriod = 1'000'000'000;  // 1 ms
constexpr std::int64_t kSample = 62'500'000;     // 16 kHz

photonics::FabricParameters ideal() {
  photonics::FabricParameters p;
  p.cell = {0.5, 0.5, base::Decibel(0.0), base::Decibel(0.0)};
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

photonics::AmbientParameters warm(photonics::AmbientCompensation compensation) {
  photonics::AmbientParameters p;
  p.swing = photonics::Kelvin(10.0);
  p.sensitivity_sigma = photonics::RadianPerKelvin(0.05);
  p.compensation = compensation;
  return p;
}

struct Bench : FabricListener {
  explicit Bench(photonics::AmbientCompensation compensation)
      : drift(1, warm(compensation), 3),
        plant("switch", fabric, driver, photonics::ThermalPlant(1, {}, driver), drift, {},
              {meter.open("heaters"), meter.open("drivers"), base::Watt(0.0)}, log) {
    plant.connect(*this);
  }
  void interval_begins(FabricLight& changed) override {
    const std::int64_t from = now().count();
    const std::int64_t to = changed.interval_end().count();
    CHECK(to > from);
    if (gapless && end >= 0) {
      CHECK(from == end);
    }
    end = to;
    ++intervals;
    longest = std::max(longest, to - from);
    starts.push_back(from);
    // What the interval's end is taken as, before a sample there.
    Eigen::MatrixXcd matrix;
    changed.field_at(Picoseconds(to), matrix);
    leak_at_ends = std::max(leak_at_ends, std::norm(matrix(0, 0)));
  }
  [[nodiscard]] double leak() {
    Eigen::MatrixXcd matrix;
    plant.field_at(now(), matrix);
    return std::norm(matrix(0, 0));
  }
  [[nodiscard]] double sensitivity() const { return drift.sensitivities().front().value(); }
  [[nodiscard]] static double kelvin(std::int64_t at) {
    return 10.0 * std::sin(2.0 * base::kPi * static_cast<double>(at) / kPeriod);
  }

  KernelContext kernel;
  LightLog log;
  EnergyMeter meter;
  photonics::FeedForwardFabric fabric =
      photonics::make_fabric(photonics::Topology::benes, 2, ideal(), {base::Radian(0.0)});
  photonics::HeaterDriver driver{photonics::HeaterDriverParameters()};
  photonics::AmbientDrift drift;
  OpticalSwitch plant;
  bool gapless = true;
  std::int64_t end = -1;
  std::int64_t longest = 0;
  int intervals = 0;
  double leak_at_ends = 0.0;
  std::vector<std::int64_t> starts;
};

TEST_CASE("the extinction of a cell in cross follows the temperature: leak sin^2(s T / 2)") {
  Bench bench(photonics::AmbientCompensation::none);
  REQUIRE(bench.sensitivity() != 0.0);
  for (const std::int64_t at : {1'000'000, 40'000'000, 250'000'000, 400'000'000, 900'000'000}) {
    run_until(Picoseconds(at));
    const double phase = bench.sensitivity() * Bench::kelvin(at);
    CHECK(bench.leak() == Approx(std::pow(std::sin(phase / 2.0), 2)).epsilon(1e-9).margin(1e-18));
  }
  // Never more than the 0.02 rad of 40 dB in an interval.
  const double slope = std::abs(bench.sensitivity()) * 10.0 * 2.0 * base::kPi / 1e-3;
  const double step = 2.0 * std::asin(0.01) / slope;
  CHECK(static_cast<double>(bench.longest) * 1e-12 <= step);
  CHECK(bench.intervals >= static_cast<int>(900e-6 / step));
  // The heat has rested all along.
  CHECK(bench.log.settled == std::vector<std::int64_t>{0});
}

TEST_CASE("a loop holds the leak within what its period allows, and nulls it at each sample") {
  Bench bench(photonics::AmbientCompensation::loop);
  const double bound = bench.drift.residual_bound().value();
  CHECK(bound == Approx(std::abs(bench.sensitivity()) * 10.0 * 2.0 * base::kPi / 16.0));
  for (std::int64_t sample = 1; sample <= 16; ++sample) {
    const std::int64_t at = sample * kSample;
    run_until(Picoseconds(at - 1));
    const double phase =
        bench.sensitivity() * (Bench::kelvin(at - 1) - Bench::kelvin(at - kSample));
    CHECK(bench.leak() == Approx(std::pow(std::sin(phase / 2.0), 2)).epsilon(1e-9).margin(1e-18));
    CHECK(std::find(bench.starts.begin(), bench.starts.end(), at - kSample) != bench.starts.end());
    run_until(Picoseconds(at));
    run_for(Picoseconds(1));
    CHECK(bench.leak() < 1e-12);
  }
  const double most = std::pow(std::sin(bound / 2.0), 2);
  CHECK(bench.leak_at_ends <= most);
  CHECK(bench.leak_at_ends > 0.9 * most);  // the worst of an interval is seen at its end
}

TEST_CASE("drift goes on under heat that settles, and heat is announced as settled once") {
  Bench bench(photonics::AmbientCompensation::none);
  bench.gapless = false;  // the latch cuts an interval short
  run_until(Picoseconds(10'000));
  const photonics::DacCode bar = bench.driver.nearest_code(base::Radian(base::kPi)).code;
  bench.plant.dacs.write(base::ActuatorId{0}, bar);
  bench.plant.dacs.latch();
  const std::int64_t latched = 10'000 + 480'000;
  const double swing = bench.driver.phase(bar).value();
  for (const std::int64_t after : {1'000'000, 10'000'000, 60'000'000}) {
    run_until(Picoseconds(latched + after));
    const double heat = swing * (1.0 - std::exp(-static_cast<double>(after) / 5'600'000));
    const double phase = heat + bench.sensitivity() * Bench::kelvin(latched + after);
    CHECK(bench.leak() == Approx(std::pow(std::sin(phase / 2.0), 2)).epsilon(1e-9));
  }
  CHECK(bench.log.settled.size() == 2);
}

}  // namespace
}  // namespace heliograph::systemc::test
