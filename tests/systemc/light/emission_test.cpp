// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kFrameTime = 25'600;
constexpr std::int64_t kSpan = 1'500;

LightSpan span() { return {base::Second(1.5e-9), base::Decibel(3.0)}; }

TransceiverParameters with_faults(const char* faults) {
  TransceiverParameters parameters = LightBench::parameters();
  parameters.lane_faults = faults;
  return parameters;
}

/// A bar state at rest.
struct Bar {
  explicit Bar(const TransceiverParameters& parameters)
      : fabric(2, resting(ideal_cell(base::kPi))),
        bench("bench", all_ports_of(fabric, span()), parameters) {
    run_for(Picoseconds(0));
    bench.begin(fabric);
  }
  [[nodiscard]] const Receiver& receiver(std::size_t at) const { return *bench.receivers[at]; }

  KernelContext kernel;
  FakeFabric fabric;
  LightBench bench;
};

TEST_CASE("a lane that fails goes dark at the receiver after its flight, and the link goes on") {
  Bar bar(with_faults("0:2@0.1"));
  run_until(Picoseconds(100'000 + 2 * kSpan));
  CHECK(bar.receiver(0).lanes().size() == 4);
  CHECK(bar.receiver(0).lanes()[2].state() == LockState::lock);
  run_until(Picoseconds(100'000 + 2 * kSpan + 1));
  CHECK(bar.receiver(0).lanes()[2].state() == LockState::off);
  CHECK(bar.receiver(0).lanes()[1].state() == LockState::lock);
  CHECK(bar.receiver(0).locked());
  CHECK_FALSE(bar.receiver(0).loss_of_signal());
  const ReceivedLight& light = bar.receiver(0).light();
  CHECK(light.lanes[2].signal.value() < 1e-30);
  CHECK_FALSE(light.lanes[2].in_use);
  CHECK(light.signal.value() == Approx(1e-3 * std::pow(10.0, -0.6)));
  CHECK(bar.receiver(1).lanes()[2].state() == LockState::lock);
}

TEST_CASE("the frame during which a lane fails is lost, those before and after arrive") {
  Bar bar(with_faults("0:2@0.06"));
  run_until(Picoseconds(10'000));
  bar.bench.send(0, 5);
  run_until(Picoseconds(1'000'000));
  CHECK(bar.bench.log.lost ==
        std::vector<Lost>{{1, LossCause::unlocked, 10'000 + 2 * kFrameTime + 2 * kSpan}});
  CHECK(bar.bench.sinks[0]->arrived.size() == 4);
  CHECK(bar.bench.pool.in_flight() == 0);
}

TEST_CASE("a lane that fails with the last bit of a frame takes nothing of it") {
  Bar bar(with_faults("0:2@0.0356"));  // 35'600 ps
  run_until(Picoseconds(10'000));
  bar.bench.send(0, 1);
  run_until(Picoseconds(1'000'000));
  CHECK(bar.bench.log.lost.empty());
  CHECK(bar.bench.sinks[0]->arrived.size() == 1);
}

TEST_CASE("with `down` the receiver loses lock for good") {
  TransceiverParameters parameters = with_faults("0:2@0.1");
  parameters.on_lane_loss = LaneLossPolicy::down;
  Bar bar(parameters);
  run_until(Picoseconds(1'000'000));
  CHECK(bar.receiver(0).lanes()[2].state() == LockState::lost);
  CHECK_FALSE(bar.receiver(0).locked());
  CHECK(bar.receiver(0).loss_of_signal());
  CHECK(bar.receiver(1).locked());
}

TEST_CASE("lanes that lose more have more errors, and a frame has the mean of its lanes'") {
  TransceiverParameters parameters = LightBench::parameters();
  parameters.lane_loss_sigma = base::Decibel(1.0);
  parameters.lock_max_ber = 0.5;
  const KernelContext kernel;
  FakeFabric fabric(2, resting(ideal_cell(base::kPi)));
  LightBench bench("bench", all_ports_of(fabric, {base::Second(0.0), base::Decibel(7.0)}),
                   parameters);
  run_for(Picoseconds(0));
  bench.begin(fabric);
  run_until(Picoseconds(10'000));
  const ReceivedLight& light = bench.receivers[0]->light();
  REQUIRE(light.lanes.size() == 4);
  double errors = 0.0;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const double power = 1e-3 * std::pow(10.0, -1.4) * bench.transmitters[0]->lane_factors()[lane] *
                         bench.receivers[0]->lane_factors()[lane];
    CHECK(light.lanes[lane].signal.value() == Approx(power));
    errors += light.lanes[lane].pre_fec_ber / 4.0;
    for (std::size_t other = 0; other < 4; ++other) {
      if (light.lanes[other].signal < light.lanes[lane].signal) {
        CHECK(light.lanes[other].pre_fec_ber > light.lanes[lane].pre_fec_ber);
      }
    }
  }
  CHECK(light.pre_fec_ber == Approx(errors));
  CHECK(bench.transmitters[0]->lane_factors() != bench.transmitters[1]->lane_factors());
}

TEST_CASE("lanes that are told apart but alike see what a link of one group sees") {
  Bar apart(with_faults("1:0@1000"));
  run_until(Picoseconds(50'000));
  const ReceivedLight& light = apart.receiver(0).light();
  ReceivedLight whole = light;
  whole.lanes.clear();
  whole.signal = base::Watt(light.signal.value());
  apart.bench.optics.judge(whole);
  CHECK(light.pre_fec_ber == Approx(whole.pre_fec_ber));
  CHECK(light.frame_loss_probability == Approx(whole.frame_loss_probability));
  CHECK(light.q == Approx(whole.q));
}

TEST_CASE("without keep-alive a receiver loses its signal and locks in time for the next frame") {
  TransceiverParameters parameters = LightBench::parameters();
  parameters.keep_alive = false;
  parameters.idle_off = Picoseconds(100'000);
  Bar bar(parameters);
  run_until(Picoseconds(50'000));
  CHECK(bar.receiver(0).loss_of_signal());
  for (int burst = 0; burst < 3; ++burst) {
    bar.bench.send(0, 4);
    run_for(Picoseconds(1'000'000));
    CHECK(bar.receiver(0).loss_of_signal());
    CHECK(bar.bench.sinks[0]->arrived.size() == 4U * static_cast<unsigned>(burst + 1));
  }
  CHECK(bar.bench.log.lost.empty());
  CHECK(bar.bench.log.locks.size() == 6);
}

}  // namespace
}  // namespace heliograph::systemc::test
