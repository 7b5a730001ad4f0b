// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <stdexcept>

#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kFrameTime = 25'600;

TEST_CASE("each receiver is told whose light it sees and how much of it") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(base::kPi)));
  LightBench bench("bench", all_ports_of(fabric, {base::Second(1.5e-9), base::Decibel(3.0)}));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_for(Picoseconds(10'000));
  REQUIRE(bench.light_log.seen.size() == 2);
  for (const LightLog::Seen& seen : bench.light_log.seen) {
    CHECK(seen.light.source == seen.at);  // the bar state
    CHECK(seen.light.signal.value() == Approx(1e-3 * std::pow(10.0, -0.6)).epsilon(1e-12));
    CHECK(seen.light.crosstalk.value() < 1e-30);
    CHECK(seen.light.valid_from == Picoseconds(1'500));
    CHECK(seen.when == 1'500);
    CHECK(seen.light.quality_ok);
    CHECK_FALSE(seen.light.loss_of_signal);
  }
}

TEST_CASE("crosstalk is all other light over the signal") {
  const KernelContext kernel;
  const double theta = 0.2;
  FakeFabric fabric(2, resting(ideal_cell(theta)));
  LightBench bench("bench", all_ports_of(fabric));
  bench.begin(fabric);
  run_for(Picoseconds(1));
  const double leak = std::pow(std::tan(theta / 2), 2);
  for (const LightLog::Seen& seen : bench.light_log.seen) {
    CHECK(seen.light.source != seen.at);  // the cross state
    CHECK(seen.light.crosstalk.value() == Approx(leak).epsilon(1e-12));
    CHECK(seen.light.total.value() == Approx(1e-3).epsilon(1e-12));
  }
}

TEST_CASE("frames go where their light goes, and take as long as it does") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  fabric.paths = {{port(1), base::Second(0.4e-12)}, {port(0), base::Second(0.4e-12)}};
  // Each part rounds down alone: the path is rounded once, 1000.4 + 0.4 + 1000.4 = 2001.2.
  LightBench bench("bench", all_ports_of(fabric, {base::Second(1'000.4e-12), base::Decibel(0.0)}));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(10'000));
  bench.send(0, 3);
  run_for(Picoseconds(1'000'000));
  CHECK(bench.map.flight_time(TransceiverId{0}, TransceiverId{1}) == Picoseconds(2'001));
  REQUIRE(bench.sinks[1]->arrived.size() == 3);
  CHECK(bench.sinks[0]->arrived.empty());
  for (std::size_t i = 0; i < 3; ++i) {
    const OpenSink::Arrived& frame = bench.sinks[1]->arrived[i];
    CHECK(frame.message == i);
    CHECK(frame.flight == 2'001);
    CHECK(frame.when == 10'000 + static_cast<std::int64_t>(i + 1) * kFrameTime + 2'001);
  }
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("split light brings its frames to two receivers") {
  const KernelContext kernel;
  Eigen::MatrixXcd half(2, 2);
  half << std::sqrt(0.5), 0.0, std::sqrt(0.5), 0.0;
  FakeFabric fabric(2, resting(half));
  LightBench bench("bench", all_ports_of(fabric));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(10'000));
  bench.send(0, 2);
  run_for(Picoseconds(1'000'000));
  CHECK(bench.sinks[0]->arrived.size() == 2);
  CHECK(bench.sinks[1]->arrived.size() == 2);
  CHECK(bench.log.lost.empty());
  CHECK(bench.pool.in_flight() == 0);
  CHECK(bench.pool.allocated() <= 4);
}

TEST_CASE(
    "a frame whose light no receiver follows is lost in the dark, when its first bit passes") {
  const KernelContext kernel;
  Eigen::MatrixXcd one_stronger(2, 2);
  one_stronger << 0.3, 0.9, 0.0, 0.4;  // both receivers see transmitter 1 best
  FakeFabric fabric(2, resting(one_stronger));
  fabric.paths[0].delay = base::Second(500e-12);
  LightBench bench("bench", all_ports_of(fabric));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(10'000));
  bench.send(0, 1);
  run_for(Picoseconds(1'000'000));
  CHECK(bench.log.lost == std::vector<Lost>{{0, LossCause::dark, 10'500}});
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("frames sent before any fabric has spoken are lost in the dark") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  LightBench bench("bench", all_ports_of(fabric));
  run_until(Picoseconds(10));
  bench.send(0, 1);
  run_for(Picoseconds(1'000'000));
  CHECK(bench.log.lost == std::vector<Lost>{{0, LossCause::dark, 10}});
}

TEST_CASE("a fabric without light leaves its receivers dark") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(Eigen::MatrixXcd::Zero(2, 2)));
  LightBench bench("bench", all_ports_of(fabric));
  bench.begin(fabric);
  run_for(Picoseconds(1'000'000));
  for (const LightLog::Seen& seen : bench.light_log.seen) {
    CHECK_FALSE(seen.light.source.has_value());
    CHECK(seen.light.loss_of_signal);
    CHECK(seen.light.pre_fec_ber == 0.5);
    CHECK_FALSE(seen.light.quality_ok);
  }
  CHECK_FALSE(bench.receivers[0]->locked());
}

TEST_CASE("a transceiver at the wrong place or a fabric that is not there is a mistake of wiring") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  FakeFabric stranger(2, resting(ideal_cell(0.0)));
  FakeFabric later(2, resting(ideal_cell(0.0)));
  LightBench bench("bench", [&](LightBench& made) {
    made.map.add_fabric(fabric);
    made.map.add_fabric(later);
    CHECK_THROWS_AS(made.map.join(fabric, port(0), stranger, port(0), {}), std::logic_error);
    CHECK_THROWS_AS(made.map.join(stranger, port(0), fabric, port(0), {}), std::logic_error);
    // Light must meet the fabrics in the order in which they were added, else it would run in
    // rings.
    CHECK_THROWS_AS(made.map.join(later, port(0), fabric, port(0), {}), std::logic_error);
    CHECK_THROWS_AS(made.map.join(fabric, port(0), fabric, port(1), {}), std::logic_error);
    Transmitter second("second", TransceiverId{1}, LightBench::parameters(), made.log);
    CHECK_THROWS_AS(made.map.add_transmitter(second, fabric, port(0), {}), std::logic_error);
    Receiver third("third", TransceiverId{2}, LightBench::parameters(), Picoseconds(0), 1,
                   made.pool, made.log);
    CHECK_THROWS_AS(made.map.add_receiver(third, fabric, port(0), {}), std::logic_error);
  });
}

TEST_CASE("a light map may be destroyed with frames and changes under way") {
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(0.0)));
  LightBench bench("bench", all_ports_of(fabric, {base::Second(1e-6), base::Decibel(0.0)}));
  bench.begin(fabric);
  bench.send(0, 100);
  run_for(Picoseconds(500'000));
  CHECK(bench.pool.in_flight() > 10);
}

TEST_CASE("a receiver with bit 31 and one beyond are served as all others") {
  const KernelContext kernel;
  constexpr std::size_t kPorts = 40;
  FakeFabric fabric(kPorts, resting(Eigen::MatrixXcd::Identity(kPorts, kPorts)));
  LightBench bench("bench", all_ports_of(fabric));
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(10'000));
  for (const std::size_t p : {0U, 31U, 32U, 39U}) {
    bench.send(p, 1);
  }
  run_for(Picoseconds(1'000'000));
  for (const std::size_t p : {0U, 31U, 32U, 39U}) {
    CHECK(bench.sinks[p]->arrived.size() == 1);
  }
}

}  // namespace
}  // namespace heliograph::systemc::test
