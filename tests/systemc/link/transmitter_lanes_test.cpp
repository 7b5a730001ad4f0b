// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <utility>
#include <vector>

#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Picoseconds;

constexpr std::int64_t kFrameTime = 25'600;  // 680 B at 212.5 Gb/s

/// A transmitter whose emission is logged.
struct Bench {
  explicit Bench(const TransceiverParameters& parameters)
      : transmitter("transmitter", base::TransceiverId{3}, parameters, log) {
    transmitter.connect(source);
    transmitter.light_out.bind(absorber.socket);
    transmitter.on_emission_change([this] {
      emissions.push_back({now().count(), transmitter.emission()});
    });
  }
  void send(std::uint64_t frames) {
    source.frames = frames;
    transmitter.wake();
  }

  KernelContext kernel;
  FramePool pool;
  LinkLog log;
  TestSource source{pool};
  Transmitter transmitter;
  Absorber absorber{"absorber", pool};
  std::vector<std::pair<std::int64_t, Emission>> emissions;
};

TransceiverParameters of_four(const char* faults) {
  TransceiverParameters parameters;
  parameters.lane_faults = faults;
  return parameters;
}

using Emissions = std::vector<std::pair<std::int64_t, Emission>>;

TEST_CASE("each lane that fails takes its share of the rate, from the next frame on") {
  Bench bench(of_four("3:1@0.03, 0:0, 3:3@0.04, 3:0@0.2, 3:0@0.25"));
  run_for(Picoseconds(0));
  CHECK(bench.transmitter.emission() == Emission{0b1111, 0b1111});
  bench.send(6);
  run_for(Picoseconds(10'000'000));
  // Both faults of the second frame count from the third, which has two lanes of four.
  std::vector<std::int64_t> spans;
  for (const LinkLog::Span& sent : bench.log.sent) {
    spans.push_back(sent.last_bit - sent.first_bit);
  }
  CHECK(spans == std::vector<std::int64_t>{kFrameTime, kFrameTime, 2 * kFrameTime, 2 * kFrameTime,
                                           2 * kFrameTime, 4 * kFrameTime});
  CHECK(bench.log.sent[2].first_bit == 2 * kFrameTime);
  CHECK(bench.emissions == Emissions{{30'000, {0b1101, 0b1101}},
                                     {40'000, {0b0101, 0b0101}},
                                     {200'000, {0b0100, 0b0100}}});
  CHECK_FALSE(bench.transmitter.down());
}

TEST_CASE("a transmitter whose lanes have all failed sends nothing more") {
  Bench bench(of_four("3:0, 3:1, 3:2, 3:3@0.03"));
  run_for(Picoseconds(0));
  bench.send(6);
  run_for(Picoseconds(10'000'000));
  CHECK(bench.log.sent.size() == 1);
  CHECK(bench.log.sent[0].last_bit == 4 * kFrameTime);
  CHECK(bench.transmitter.down());
  CHECK(bench.transmitter.emission() == Emission{0, 0});
}

TEST_CASE("with `down` the first failed lane takes the link with it") {
  TransceiverParameters parameters = of_four("3:2@0.03");
  parameters.on_lane_loss = LaneLossPolicy::down;
  Bench bench(parameters);
  run_for(Picoseconds(0));
  bench.send(6);
  run_for(Picoseconds(10'000'000));
  CHECK(bench.log.sent.size() == 2);
  CHECK(bench.transmitter.down());
  CHECK(bench.transmitter.emission() == Emission{0b1011, 0b1111});  // receivers miss lane 2
}

TEST_CASE("the rate of some lanes is their share of the line rate, rounded down") {
  TransceiverParameters parameters;
  parameters.wavelengths = 3;
  parameters.line_rate = base::BitRate(100'000'000'000);
  CHECK(parameters.rate_over(3).bits_per_second() == 100'000'000'000);
  CHECK(parameters.rate_over(2).bits_per_second() == 66'666'666'666);
  CHECK(parameters.rate_over(1).bits_per_second() == 33'333'333'333);
  parameters.wavelengths = 64;
  parameters.line_rate = base::BitRate(10'000'000'000'000);
  CHECK(parameters.rate_over(63).bits_per_second() == 9'843'750'000'000);
}

TEST_CASE("without keep-alive light goes off a while after the last frame and comes on before") {
  TransceiverParameters parameters;
  parameters.keep_alive = false;
  parameters.idle_off = Picoseconds(100'000);
  parameters.relock_preset = RelockPreset::burst_mode;  // 31 ns
  Bench bench(parameters);
  run_until(Picoseconds(10'000));
  CHECK(bench.transmitter.emission().lit == 0);
  bench.send(2);
  run_until(Picoseconds(120'000));
  const std::int64_t first = 10'000 + 31'000 + 2;  // two roundings of the light's delay
  REQUIRE(bench.log.sent.size() == 2);
  CHECK(bench.log.sent[0].first_bit == first);
  CHECK(bench.log.sent[1].last_bit == first + 2 * kFrameTime);
  const std::int64_t again = 150'000;
  run_until(Picoseconds(again));
  bench.send(1);  // still lit: no wait
  run_until(Picoseconds(1'000'000));
  CHECK(bench.log.sent[2].first_bit == again);
  CHECK(bench.emissions == Emissions{{10'000, {1, 1}}, {again + kFrameTime + 100'000, {0, 1}}});
}

TEST_CASE("without keep-alive a drained transmitter is lit, so that receivers can lock") {
  TransceiverParameters parameters;
  parameters.keep_alive = false;
  parameters.idle_off = Picoseconds(100'000);
  Bench bench(parameters);
  run_until(Picoseconds(10'000));
  bench.transmitter.set_drain(true);
  run_until(Picoseconds(5'000'000));
  CHECK(bench.transmitter.emission().lit == 1);
  bench.transmitter.set_drain(false);
  run_until(Picoseconds(20'000'000));
  CHECK(bench.emissions.front() == std::pair<std::int64_t, Emission>{10'000, {1, 1}});
  CHECK(bench.emissions.back().second.lit == 0);
}

TEST_CASE("ring modulators give light once they are tuned, and frames wait for the receiver") {
  TransceiverParameters parameters;
  parameters.modulator = ModulatorKind::ring;
  parameters.ring_scan = Picoseconds(200'000);
  parameters.relock_preset = RelockPreset::phase_cached;
  Bench bench(parameters);
  run_for(Picoseconds(0));
  bench.send(1);
  run_until(Picoseconds(1'000'000));
  CHECK(bench.emissions == Emissions{{200'000, {1, 1}}});
  REQUIRE(bench.log.sent.size() == 1);
  CHECK(bench.log.sent[0].first_bit == 200'000 + 625 + 2);
}

}  // namespace
}  // namespace heliograph::systemc::test
