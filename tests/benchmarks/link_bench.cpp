// SPDX-License-Identifier: Apache-2.0
// Links: what a frame's hop costs beside the kernel's own events, and trains beside frames.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "systemc/kernel/context.hpp"
#include "tests/systemc/light/light_fixture.hpp"

using namespace heliograph;
using namespace heliograph::systemc;
using namespace heliograph::systemc::test;

namespace {

constexpr std::int64_t kFrameTime = 25'600;  // 680 B at 212.5 Gb/s
const LightSpan kWay{base::Second(10e-9), base::Decibel(0.0)};

/// Two methods that wake each other after a while, and nothing else. Pairs are a little apart, as
/// links are, so that their instants are not those of others.
class PingPong : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(PingPong);
  PingPong(const sc_core::sc_module_name& name, std::int64_t number, std::uint64_t& events)
      : sc_core::sc_module(name), events_(events) {
    SC_METHOD(ping);
    dont_initialize();
    sensitive << ping_;
    SC_METHOD(pong);
    dont_initialize();
    sensitive << pong_;
    ping_.notify(to_sc_time(base::Picoseconds(97 * number)));
  }

 private:
  void ping() {
    ++events_;
    pong_.notify(to_sc_time(base::Picoseconds(kFrameTime / 2)));
  }
  void pong() {
    ++events_;
    ping_.notify(to_sc_time(base::Picoseconds(kFrameTime / 2)));
  }
  std::uint64_t& events_;
  sc_core::sc_event ping_;
  sc_core::sc_event pong_;
};

/// Messages of so many frames, one after the other, without data.
class Messages : public FrameSource {
 public:
  Messages(FramePool& pool, std::uint32_t destination) : pool_(pool), destination_(destination) {}
  Frame* next_frame(std::int64_t most) override {
    if (left == 0) {
      return nullptr;
    }
    Frame& frame = pool_.acquire();
    frame.destination = static_cast<base::RankId>(destination_);
    frame.count = std::min(left, most);
    frame.frame_payload = base::Bytes(628);
    frame.payload = frame.frame_payload * frame.count;
    frame.wire_bits = base::Bits(5440);
    return &frame;
  }
  void frames_left(std::int64_t count) override { left -= count; }
  std::int64_t left = 0;

 private:
  FramePool& pool_;
  std::uint32_t destination_;
};

class Counter : public FrameSink {
 public:
  Reception frame_received(Frame& frame, base::Picoseconds /*available*/) override {
    count += frame.count;
    return Reception::taken;
  }
  std::int64_t count = 0;
};

class Deaf : public LinkObserver {
 public:
  void frame_sent(const Frame& /*frame*/) override {}
  void frame_lost(const Frame& /*frame*/, base::TransceiverId /*at*/, LossCause /*cause*/,
                  base::Picoseconds /*when*/) override {}
  void frame_delivered(const Frame& /*frame*/, base::TransceiverId /*at*/) override {}
  void lock_changed(base::TransceiverId /*at*/, bool /*locked*/,
                    base::Picoseconds /*when*/) override {}
};

/// Links through a fabric at rest.
class Links : public sc_core::sc_module {
 public:
  Links(const sc_core::sc_module_name& name, std::size_t links, bool trains)
      : sc_core::sc_module(name),
        fabric(links, resting(Eigen::MatrixXcd::Identity(static_cast<Eigen::Index>(links),
                                                         static_cast<Eigen::Index>(links)))),
        map("map", optics, pool, log, light_log) {
    map.add_fabric(fabric);
    for (std::size_t p = 0; p < links; ++p) {
      const auto id = static_cast<base::TransceiverId>(p);
      const std::string number = std::to_string(p);
      transmitters.push_back(std::make_unique<Transmitter>(("transmitter" + number).c_str(), id,
                                                           LightBench::parameters(), log));
      sources.push_back(std::make_unique<Messages>(pool, static_cast<std::uint32_t>(p)));
      receivers.push_back(std::make_unique<Receiver>(("receiver" + number).c_str(), id,
                                                     LightBench::parameters(),
                                                     base::Picoseconds(20'000), 1, pool, log));
      sinks.push_back(std::make_unique<Counter>());
      transmitters.back()->send_trains(trains);
      transmitters.back()->connect(*sources.back());
      receivers.back()->connect(*sinks.back());
      map.add_transmitter(*transmitters.back(), fabric, port(p), kWay);
      map.add_receiver(*receivers.back(), fabric, port(p), kWay);
    }
  }
  void start() {
    run_for(base::Picoseconds(0));
    map.interval_begins(fabric);
    run_for(base::Picoseconds(1'000'000));
  }
  /// Each link sends so many frames; links are a little apart, so that instants are.
  void send(std::int64_t frames) {
    for (std::size_t p = 0; p < sources.size(); ++p) {
      sources[p]->left = frames;
      transmitters[p]->wake();
      run_for(base::Picoseconds(97));
    }
  }
  [[nodiscard]] std::int64_t arrived() const {
    std::int64_t sum = 0;
    for (const auto& sink : sinks) {
      sum += sink->count;
    }
    return sum;
  }

  FakeFabric fabric;
  LinkOptics optics{photonics::TransmitterParameters(), photonics::ReceiverParameters(),
                    photonics::FecParameters(), base::Bits(5120), 2.4e-4};
  FramePool pool;
  Deaf log;
  LightLog light_log;
  LightMap map;
  std::vector<std::unique_ptr<Transmitter>> transmitters;
  std::vector<std::unique_ptr<Messages>> sources;
  std::vector<std::unique_ptr<Receiver>> receivers;
  std::vector<std::unique_ptr<Counter>> sinks;
};

/// The kernel alone: as many events pending as `frame_path` has.
void ping_pong(benchmark::State& state) {
  const KernelContext kernel;
  std::uint64_t events = 0;
  std::vector<std::unique_ptr<PingPong>> pairs;
  for (std::int64_t i = 0; i < 2 * state.range(0) + 1; ++i) {
    pairs.push_back(std::make_unique<PingPong>(("pair" + std::to_string(i)).c_str(), i, events));
  }
  for (auto _ : state) {
    run_for(base::Picoseconds(kFrameTime * 100));
  }
  state.counters["events"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
BENCHMARK(ping_pong)->Arg(1)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);

/// Three events a frame.
void frame_path(benchmark::State& state) {
  const KernelContext kernel;
  Links links("links", static_cast<std::size_t>(state.range(0)), false);
  links.start();
  links.send(std::int64_t{1} << 40);
  const std::int64_t before = links.arrived();
  for (auto _ : state) {
    run_for(base::Picoseconds(kFrameTime * 100));
  }
  const auto frames = static_cast<double>(links.arrived() - before);
  state.counters["events"] = benchmark::Counter(3.0 * frames, benchmark::Counter::kIsRate);
  state.counters["frames"] = benchmark::Counter(frames, benchmark::Counter::kIsRate);
}
BENCHMARK(frame_path)->Arg(1)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);

/// A message of so many frames on each of eight links.
void messages(benchmark::State& state, bool trains) {
  const KernelContext kernel;
  Links links("links", 8, trains);
  links.start();
  for (auto _ : state) {
    links.send(state.range(0));
    run_for(base::Picoseconds(kFrameTime * (state.range(0) + 2)));
  }
}
BENCHMARK_CAPTURE(messages, frames, false)
    ->RangeMultiplier(32)
    ->Range(1, 1 << 15)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(messages, trains, true)
    ->RangeMultiplier(32)
    ->Range(1, 1 << 30)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
