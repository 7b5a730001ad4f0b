// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/link/receiver.hpp"
#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr double kTau = 5.6e6;
constexpr std::int64_t kFlight = 2'000;
const LightSpan kSpan{base::Second(2e-9), base::Decibel(0.0)};

/// From cross at instant 0 to bar, with the time constant of a heater.
double theta(double at) { return base::kPi * (1.0 - std::exp(-at / kTau)); }
double instant_of(double phase) { return -kTau * std::log(1.0 - phase / base::kPi); }

FakeFabric moving_cell() {
  FakeFabric fabric(
      2, [](Picoseconds at) { return ideal_cell(theta(static_cast<double>(at.count()))); });
  fabric.end = Picoseconds(static_cast<std::int64_t>(kTau / 4));
  return fabric;
}

/// Announces the intervals of a quarter time constant, `count` of them from the present one on.
void announce(LightBench& bench, FakeFabric& fabric, int count) {
  for (int i = 0; i < count; ++i) {
    fabric.end = now() + Picoseconds(static_cast<std::int64_t>(kTau / 4));
    bench.begin(fabric);
    run_until(fabric.end);
  }
}

/// The instants (at the fabric) from which on receiver `at` was told light of another kind.
template <class Kind>
std::vector<std::int64_t> changes(const LightBench& bench, std::uint32_t at, Kind kind) {
  std::vector<std::int64_t> instants;
  const auto seen = bench.light_log.of(at);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (kind(seen[i].light) != kind(seen[i - 1].light)) {
      instants.push_back(seen[i].light.valid_from.count() - kFlight);
    }
  }
  return instants;
}

TEST_CASE("the strongest source changes at the picosecond at which the powers cross") {
  const KernelContext kernel;
  FakeFabric fabric = moving_cell();
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  run_for(Picoseconds(0));
  announce(bench, fabric, 20);
  const auto crossing = static_cast<std::int64_t>(std::ceil(kTau * std::log(2.0)));
  const auto source = [](const ReceivedLight& light) { return light.source; };
  CHECK(changes(bench, 0, source) == std::vector<std::int64_t>{crossing});
  CHECK(changes(bench, 1, source) == std::vector<std::int64_t>{crossing});
  CHECK(bench.light_log.of(0).front().light.source == TransceiverId{1});
  CHECK(bench.light_log.of(0).back().light.source == TransceiverId{0});
}

TEST_CASE("the quality of light changes at the picosecond at which its error rate does") {
  const KernelContext kernel;
  FakeFabric fabric = moving_cell();
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  run_for(Picoseconds(0));
  announce(bench, fabric, 24);
  // Around the crossing the light is poor: from the analytic powers, with the receiver's own law.
  const auto good = [](std::int64_t at) {
    const double phase = theta(static_cast<double>(at));
    const double bar = std::pow(std::sin(phase / 2), 2);
    const double signal = std::max(bar, 1.0 - bar);
    const photonics::Reception reception = photonics::receive(
        {}, {base::Watt(1e-3 * signal), photonics::TransmitterParameters().extinction_ratio,
             base::PowerRatio((1.0 - signal) / signal)});
    return reception.ber <= 2.4e-4;
  };
  const auto first_not = [&](std::int64_t low, std::int64_t high) {
    const bool at_low = good(low);
    while (high - low > 1) {
      const std::int64_t middle = (low + high) / 2;
      (good(middle) == at_low ? low : high) = middle;
    }
    return high;
  };
  const auto crossing = static_cast<std::int64_t>(kTau * std::log(2.0));
  const std::vector<std::int64_t> expected{first_not(0, crossing),
                                           first_not(crossing, crossing * 8)};
  CHECK(changes(bench, 0, [](const ReceivedLight& light) { return light.quality_ok; }) == expected);
  CHECK(changes(bench, 1, [](const ReceivedLight& light) { return light.quality_ok; }) == expected);
}

TEST_CASE("signal is lost and found at the picosecond at which its power passes the threshold") {
  const KernelContext kernel;
  FakeFabric fabric = moving_cell();
  LightBench bench("bench", [&](LightBench& made) {
    made.map.add_fabric(fabric);
    made.add_transmitter(fabric, 0, kSpan);  // one only, so that there is darkness
    made.add_receiver(fabric, 0, kSpan);
    made.add_receiver(fabric, 1, kSpan);
  });
  run_for(Picoseconds(0));
  announce(bench, fabric, 24);
  // 0 dBm launched, -20 dBm the threshold: a hundredth of the light.
  const double ratio = 0.01;
  const auto bar_found =
      static_cast<std::int64_t>(std::ceil(instant_of(2.0 * std::asin(std::sqrt(ratio)))));
  const auto cross_lost =
      static_cast<std::int64_t>(std::ceil(instant_of(2.0 * std::acos(std::sqrt(ratio)))));
  const auto los = [](const ReceivedLight& light) { return light.loss_of_signal; };
  CHECK(changes(bench, 0, los) == std::vector<std::int64_t>{bar_found});
  CHECK(changes(bench, 1, los) == std::vector<std::int64_t>{cross_lost});
}

TEST_CASE("inside an interval the worse of both its ends holds") {
  const KernelContext kernel;
  // Power falls from 1 to a half while crosstalk rises: each respect takes its own worse end.
  FakeFabric fabric(2, [](Picoseconds at) {
    const double part = static_cast<double>(at.count()) / 1e6;
    Eigen::MatrixXcd matrix(2, 2);
    matrix << std::sqrt(1.0 - 0.5 * part), std::sqrt(0.001 * part), 0.0, 1.0;
    return matrix;
  });
  fabric.end = Picoseconds(1'000'000);
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  bench.begin(fabric);
  run_for(Picoseconds(10'000));
  const ReceivedLight light = bench.light_log.of(0).at(0).light;
  CHECK(bench.light_log.of(0).size() == 1);
  CHECK(light.signal.value() == Approx(0.5e-3));
  CHECK(light.crosstalk.value() == Approx(0.002));
  CHECK(light.total.value() == Approx(0.501e-3));
  const photonics::Reception end = photonics::receive(
      {}, {base::Watt(0.5e-3), photonics::TransmitterParameters().extinction_ratio,
           base::PowerRatio(0.002)});
  CHECK(light.pre_fec_ber == Approx(end.ber));
  CHECK(light.q == Approx(end.q));
}

TEST_CASE("a new interval cancels what the old one had still to say at the fabric") {
  const KernelContext kernel;
  FakeFabric fabric = moving_cell();
  fabric.end = Picoseconds(static_cast<std::int64_t>(kTau) * 8);  // one long interval
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(1'000'000));  // long before the sources would change
  fabric.field = resting(ideal_cell(0.0));
  bench.begin(fabric);
  run_until(Picoseconds(60'000'000));
  for (const LightLog::Seen& seen : bench.light_log.of(0)) {
    CHECK(seen.light.source == TransceiverId{1});
  }
  CHECK(bench.light_log.of(0).back().light.valid_from == Picoseconds(1'000'000 + kFlight));
}

TEST_CASE("light that has left the fabric arrives whatever the fabric does then") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(1'000));
  fabric.field = resting(ideal_cell(base::kPi));
  bench.begin(fabric);  // the first light is still in the fibre
  run_until(Picoseconds(10'000));
  const auto seen = bench.light_log.of(0);
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].when == kFlight);
  CHECK(seen[0].light.source == TransceiverId{1});
  CHECK(seen[1].when == 1'000 + kFlight);
  CHECK(seen[1].light.source == TransceiverId{0});
}

TEST_CASE("a frame is judged by the light that holds when its first bit passes the fabric") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  LightBench bench("bench", all_ports_of(fabric, kSpan));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(100'000));
  bench.send(0, 2);  // first bits pass at 102000 and 127600
  const std::int64_t change = GENERATE(101'999, 102'001, 127'599, 127'601);
  run_until(Picoseconds(change));
  fabric.field = resting(ideal_cell(base::kPi));
  bench.begin(fabric);
  run_until(Picoseconds(1'000'000));
  // A frame that followed the old light is cut off by the change; one that follows the new light
  // comes before the receiver has locked on it, unless the change was long before.
  const std::size_t to_new = bench.sinks[0]->arrived.size();
  const std::size_t to_old = bench.sinks[1]->arrived.size();
  CHECK(to_old == (change > 127'600 ? 1 : 0));
  CHECK(to_new == (change < 127'000 ? 1 : 0));
  CHECK(bench.log.lost.size() == 2 - to_new - to_old);
  for (const Lost& lost : bench.log.lost) {
    CHECK(lost.cause == LossCause::unlocked);
  }
}

}  // namespace
}  // namespace heliograph::systemc::test
