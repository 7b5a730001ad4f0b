// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "systemc/light/optical_switch.hpp"
#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kTau = 5'600'000;
constexpr std::int64_t kWrite = 480'000;

/// One ideal cell: 0 is cross, pi bar.
photonics::FabricParameters ideal() {
  photonics::FabricParameters p;
  p.cell = {0.5, 0.5, base::Decibel(0.0), base::Decibel(0.0)};
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

struct Interval {
  std::int64_t from;
  std::int64_t to;
  bool operator==(const Interval& other) const { return from == other.from && to == other.to; }
};
std::ostream& operator<<(std::ostream& out, const Interval& interval) {
  return out << interval.from << ".." << interval.to;
}
using Intervals = std::vector<Interval>;

struct Bench : FabricListener {
  Bench()
      : plant("switch", fabric, driver, photonics::ThermalPlant(1, {}, driver), {}, {},
              {meter.open("heaters"), meter.open("drivers"), base::Watt(0.0)}, log) {
    plant.connect(*this);
    run_for(Picoseconds(1));
    REQUIRE(intervals == Intervals{{0, 800 * kTau}});
    REQUIRE(log.settled == std::vector<std::int64_t>{0});
    intervals.clear();
    log.settled.clear();
  }
  void interval_begins(FabricLight& changed) override {
    intervals.push_back({now().count(), changed.interval_end().count()});
  }
  /// Writes the code and latches it; it takes effect `kWrite` from now.
  void set(photonics::DacCode code) {
    plant.dacs.write(base::ActuatorId{0}, code);
    plant.dacs.latch();
  }
  [[nodiscard]] photonics::DacCode bar() const {
    return driver.nearest_code(base::Radian(base::kPi)).code;
  }
  [[nodiscard]] double bar_power() {
    Eigen::MatrixXcd matrix;
    plant.field_at(now(), matrix);
    return std::norm(matrix(0, 0));
  }
  /// The first picosecond after `from` at which a swing of `swing` has settled to 40 dB.
  [[nodiscard]] static std::int64_t settled(std::int64_t from, double swing) {
    const double tolerance = 2.0 * std::asin(0.01);
    return from + static_cast<std::int64_t>(
                      std::ceil(static_cast<double>(kTau) * std::log(swing / tolerance)));
  }
  /// What is announced from a latch at `from` until rest at `rest`.
  [[nodiscard]] static Intervals quarters(std::int64_t from, std::int64_t rest) {
    Intervals all;
    for (std::int64_t at = from; at < rest; at += kTau / 4) {
      all.push_back({at, std::min(at + kTau / 4, rest)});
    }
    std::int64_t at = rest;
    for (int doubling = 0; doubling < 7; ++doubling) {
      all.push_back({at, at + (std::int64_t{kTau} << doubling) / 4});
      at = all.back().to;
    }
    all.push_back({at, at + 800 * kTau});
    return all;
  }

  KernelContext kernel;
  LightLog log;
  EnergyMeter meter;
  photonics::FeedForwardFabric fabric =
      photonics::make_fabric(photonics::Topology::benes, 2, ideal(), {base::Radian(0.0)});
  photonics::HeaterDriver driver{photonics::HeaterDriverParameters()};
  OpticalSwitch plant;
  Intervals intervals;
};

TEST_CASE("a switch powers on at code 0, at rest") {
  Bench bench;
  CHECK(bench.bar_power() == Approx(0.0).margin(1e-30));
  CHECK(bench.plant.path(port(0)).output == port(1));
  CHECK(bench.plant.path(port(1)).output == port(0));
  CHECK(bench.plant.ports() == 2);
}

TEST_CASE("after a latch the field is announced every quarter time constant, then at rest") {
  Bench bench;
  run_until(Picoseconds(10'000));
  bench.set(bench.bar());
  const std::int64_t latched = 10'000 + kWrite;
  const double swing = bench.driver.phase(bench.bar()).value();
  const std::int64_t rest = Bench::settled(latched, swing);
  run_until(Picoseconds(rest + 400'000'000));
  CHECK(bench.intervals == Bench::quarters(latched, rest));
  CHECK(bench.log.settled == std::vector<std::int64_t>{rest});
  REQUIRE(bench.log.latched.size() == 1);
  CHECK(bench.log.latched[0].second == latched);
  CHECK(bench.plant.path(port(0)).output == port(0));
}

TEST_CASE("the field follows the exponential law between announcements") {
  Bench bench;
  bench.set(bench.bar());
  const std::int64_t latched = now().count() + kWrite;
  const double swing = bench.driver.phase(bench.bar()).value();
  for (const std::int64_t after : {0, 100'000, 3'000'000, 20'000'000}) {
    run_until(Picoseconds(latched + after + 1));
    const double theta = swing * (1.0 - std::exp(-static_cast<double>(after + 1) / kTau));
    CHECK(bench.bar_power() ==
          Approx(std::pow(std::sin(theta / 2), 2)).epsilon(1e-9).margin(1e-18));
  }
}

TEST_CASE("a latch in the middle of settling starts from where the heat is") {
  Bench bench;
  run_until(Picoseconds(10'000));
  const std::int64_t first = 10'000 + kWrite;
  bench.set(bench.bar());
  // The second latch falls inside an interval, or at the very instant at which one ends.
  const std::int64_t second = first + GENERATE(5'000'000, 3 * (kTau / 4));
  run_until(Picoseconds(second - kWrite));
  bench.set(photonics::DacCode{0});
  const double swing = bench.driver.phase(bench.bar()).value() *
                       (1.0 - std::exp(-static_cast<double>(second - first) / kTau));
  const std::int64_t rest = Bench::settled(second, swing);
  run_until(Picoseconds(rest + 400'000'000));
  CHECK(bench.log.settled == std::vector<std::int64_t>{rest});
  // The same interval may be announced twice at its first instant; each counts once.
  Intervals distinct;
  for (const Interval& interval : bench.intervals) {
    if (!distinct.empty() && distinct.back().from == interval.from) {
      distinct.pop_back();
    }
    distinct.push_back(interval);
  }
  Intervals expected;
  for (std::int64_t at = first; at < second; at += kTau / 4) {
    expected.push_back({at, at + kTau / 4});
  }
  for (const Interval& interval : Bench::quarters(second, rest)) {
    expected.push_back(interval);
  }
  CHECK(distinct == expected);
  CHECK(bench.bar_power() < 1e-4);
}

TEST_CASE("latching the same codes again is at rest at once") {
  Bench bench;
  run_until(Picoseconds(10'000));
  bench.plant.dacs.latch();
  run_until(Picoseconds(100'000'000));
  CHECK(bench.log.settled == std::vector<std::int64_t>{10'000});
  CHECK(bench.intervals == Intervals{{10'000, 10'000 + 800 * kTau}});
}

TEST_CASE("heaters are paid for from the latch on") {
  Bench bench;
  run_until(Picoseconds(10'000));
  bench.set(bench.bar());
  run_until(Picoseconds(1'000'000'000));
  const double power = bench.driver.power(bench.bar()).value();
  const double seconds = (1'000'000'000.0 - 10'000.0 - kWrite) * 1e-12;
  const EnergyAccount& heaters = bench.meter.accounts().front();
  CHECK(heaters.power().value() == Approx(power));
  CHECK(heaters.held(now()).value() == Approx(power * seconds).epsilon(1e-12));
}

TEST_CASE("a code beyond the DAC's bits drives its full range") {
  Bench bench;
  bench.set(photonics::DacCode{0xFFFF});
  run_until(Picoseconds(10'000'000));
  CHECK(bench.meter.accounts().front().power().value() ==
        Approx(bench.driver.power(bench.driver.max_code()).value()));
}

TEST_CASE("a switch may be destroyed while it settles") {
  Bench bench;
  bench.set(bench.bar());
  run_until(Picoseconds(2'000'000));
  CHECK_FALSE(bench.intervals.empty());
}

}  // namespace
}  // namespace heliograph::systemc::test
