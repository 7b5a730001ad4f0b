// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/clock_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kPeriod = 4'000;
constexpr std::int64_t kMicrosecond = 1'000'000;

/// A core that keeps no state but its last inputs, as a register does.
FakeCore::React follower() {
  auto last = std::make_shared<std::uint32_t>(0);
  return [last](const ControllerInputs& inputs, ControllerOutputs& outputs) {
    const bool changed = inputs.los != *last;
    *last = inputs.los;
    outputs.drain_req = *last;
    return changed;
  };
}
/// A core that never rests.
FakeCore::React counter() {
  return [](const ControllerInputs&, ControllerOutputs&) { return true; };
}

TEST_CASE("edges fall on whole multiples of the period") {
  const bool skip = GENERATE(true, false);
  ClockBench bench(skip, kPeriod, counter());
  bench.run(10 * kPeriod);
  REQUIRE(bench.core->cycles.size() == 10);
  for (std::size_t edge = 0; edge < 10; ++edge) {
    CHECK(bench.core->cycles[edge].at == static_cast<std::int64_t>(edge) * kPeriod);
  }
  CHECK(bench.clock.cycles_run() == 10);
}

TEST_CASE("a core at rest is not clocked, nor given ticks that change nothing") {
  ClockBench bench(true, kPeriod, follower());
  bench.run(1'000 * kMicrosecond);
  CHECK(bench.clock.cycles_run() < 8);
  bench.los = 1;
  bench.clock.wake();
  bench.run(1'000 * kMicrosecond);
  CHECK(bench.clock.cycles_run() < 16);
  CHECK(bench.log.output_changes.back().first == 1);
}

TEST_CASE("without skipping every edge is run") {
  ClockBench bench(false, kPeriod, follower());
  bench.run(100 * kMicrosecond);
  CHECK(bench.clock.cycles_run() == 100 * kMicrosecond / kPeriod);
}

TEST_CASE("the tick comes at the first edge at or after each microsecond but the zeroth") {
  const std::int64_t period = GENERATE(4'000, 3'000, 7'001, 999'999, 1'000'000);
  const bool skip = GENERATE(true, false);
  ClockBench bench(skip, period, [](const ControllerInputs& inputs, ControllerOutputs&) {
    return inputs.tick_1us;  // counts ticks
  });
  bench.run(20 * kMicrosecond);
  std::vector<std::int64_t> ticks;
  for (const FakeCore::Cycle& cycle : bench.core->cycles) {
    if (cycle.inputs.tick_1us) {
      ticks.push_back(cycle.at);
    }
  }
  std::vector<std::int64_t> expected;
  for (std::int64_t us = 1; us <= 20; ++us) {
    const std::int64_t edge = (us * kMicrosecond + period - 1) / period * period;
    if (edge < 20 * kMicrosecond) {
      expected.push_back(edge);
    }
  }
  CHECK(ticks == expected);
}

TEST_CASE("a wire that moves between edges is seen at the next one") {
  const bool skip = GENERATE(true, false);
  ClockBench bench(skip, kPeriod, follower());
  bench.moves.schedule(Picoseconds(100 * kPeriod + 1), 5);
  bench.run(200 * kPeriod);
  CHECK(bench.first_seen(5) == 101 * kPeriod);
}

TEST_CASE("a wire that moves at an edge's instant is seen at the next, whatever comes first") {
  const bool skip = GENERATE(true, false);
  // At rest or not, at a tick or not.
  const bool busy = GENERATE(true, false);
  const std::int64_t instant =
      GENERATE(100 * kPeriod, kMicrosecond, kMicrosecond + kPeriod, 5 * kMicrosecond);
  const bool early = GENERATE(true, false);
  ClockBench bench(skip, kPeriod, busy ? counter() : follower());
  if (early) {
    bench.moves.schedule(Picoseconds(instant), 5);  // before the edge's own event is there
    bench.run(instant);
  } else {
    bench.run(instant - 1);
    bench.moves.schedule(Picoseconds(instant), 5);
  }
  bench.run(100 * kMicrosecond);
  CHECK(bench.first_seen(5) == instant + kPeriod);
}

TEST_CASE("a wire that moves and moves back between edges is not seen") {
  const bool skip = GENERATE(true, false);
  ClockBench bench(skip, kPeriod, follower());
  bench.moves.schedule(Picoseconds(100 * kPeriod + 1), 5);
  bench.moves.schedule(Picoseconds(100 * kPeriod + 2), 0);
  bench.run(200 * kPeriod);
  CHECK(bench.first_seen(5) == -1);
}

/// Counts ticks while los is up, and shows it: a core that a wire alone does not change.
FakeCore::React tick_counter() {
  auto ticks = std::make_shared<std::uint32_t>(0);
  return [ticks](const ControllerInputs& inputs, ControllerOutputs& outputs) {
    const bool counts = inputs.tick_1us && inputs.los != 0;
    *ticks += counts ? 1 : 0;
    outputs.cev_valid = counts;
    outputs.cev_id = 1;
    outputs.cev_arg = *ticks;
    return counts;
  };
}

TEST_CASE("a tick that changed nothing says nothing about ticks under other inputs") {
  // The wire moves right after the first tick, while that tick is still being judged.
  const std::int64_t instant =
      kMicrosecond + GENERATE(0, 1, kPeriod - 1, kPeriod, kPeriod + 1, 9'999);
  std::vector<ClockEvent> events[2];
  for (const bool skip : {false, true}) {
    ClockBench bench(skip, kPeriod, tick_counter());
    bench.moves.schedule(Picoseconds(instant), 1);
    bench.run(10 * kMicrosecond);
    events[skip ? 1 : 0] = bench.log.events;
  }
  CHECK(events[0].size() == 8);
  CHECK(events[1] == events[0]);
}

TEST_CASE("outputs are told at first and then when they change") {
  ClockBench bench(GENERATE(true, false), kPeriod, follower());
  bench.moves.schedule(Picoseconds(50 * kPeriod + 1), 0x8000'0001);
  bench.run(100 * kPeriod);
  using Change = std::pair<std::uint32_t, std::int64_t>;
  CHECK(bench.log.output_changes == std::vector<Change>{{0, 0}, {0x8000'0001, 51 * kPeriod}});
}

TEST_CASE("any wires at any instants are seen alike with skipping and without") {
  // Moves at, before and after edges and ticks, in a fixed scramble.
  std::vector<std::pair<std::int64_t, std::uint32_t>> moves;
  std::uint32_t state = 12'345;
  std::int64_t at = 0;
  for (int i = 0; i < 300; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const std::int64_t grid = (state >> 8U) % 3 == 0 ? kMicrosecond : kPeriod;
    at =
        (at / grid + 1 + (state >> 28U)) * grid + static_cast<std::int64_t>((state >> 16U) % 3) - 1;
    moves.emplace_back(at, state >> 30U);
  }
  std::vector<ClockEvent> events[2];
  std::uint64_t cycles[2] = {};
  for (const bool skip : {false, true}) {
    ClockBench bench(skip, kPeriod, tick_counter());
    for (const auto& [instant, level] : moves) {
      bench.moves.schedule(Picoseconds(instant), level);
    }
    bench.run(at + 10 * kMicrosecond);
    events[skip ? 1 : 0] = bench.log.events;
    cycles[skip ? 1 : 0] = bench.clock.cycles_run();
  }
  CHECK(events[0].size() > 100);
  CHECK(events[1] == events[0]);
  CHECK(cycles[1] < cycles[0] / 10);
}

TEST_CASE("a clock may be destroyed asleep, awake or before it ever ran") {
  ClockBench bench(true, kPeriod, follower());
  const std::int64_t span = GENERATE(0, 1, 10 * kMicrosecond);
  if (span > 0) {
    bench.run(span);
  }
  bench.clock.wake();
  CHECK(bench.clock.cycles_run() <= 8);
}

/// A controller that keeps slots of 10 us by the precision time: an event at the start of each.
FakeCore::React slots(bool tells_when) {
  auto next = std::make_shared<std::uint64_t>(10 * kMicrosecond);
  return [next, tells_when](const ControllerInputs& inputs, ControllerOutputs& outputs) {
    const bool starts = inputs.ptp_ts >= *next;
    const bool ended = outputs.cev_valid;
    outputs.cev_valid = starts;
    outputs.cev_id = starts ? 64 : 0;
    if (starts) *next += 10 * kMicrosecond;
    if (tells_when) outputs.wake_at = *next;
    return starts || ended;  // a rest between slots that looks like one for good
  };
}

TEST_CASE("a controller that says when it wants to be woken is woken then") {
  ClockBench bench(true, 3'000, slots(true));
  bench.run(101 * kMicrosecond);
  REQUIRE(bench.log.events.size() == 10);
  for (std::size_t slot = 0; slot < 10; ++slot) {
    // The first edge at or after the start of the slot.
    const std::int64_t start = static_cast<std::int64_t>(slot + 1) * 10 * kMicrosecond;
    CHECK(bench.log.events[slot].when == (start + 2'999) / 3'000 * 3'000);
  }
  CHECK(bench.clock.cycles_run() < 200);
}

TEST_CASE("a controller that acts on the time without saying when must not be skipped") {
  std::vector<ClockEvent> whole;
  {
    ClockBench bench(false, 3'000, slots(false));
    bench.run(101 * kMicrosecond);
    whole = bench.log.events;
  }
  REQUIRE(whole.size() == 10);
  {
    ClockBench bench(true, 3'000, slots(false), false);
    bench.run(101 * kMicrosecond);
    CHECK(bench.log.events == whole);
  }
  // One that says it may be skipped, and is, misses its slots: so the flag is what saves it.
  ClockBench bench(true, 3'000, slots(false), true);
  bench.run(101 * kMicrosecond);
  CHECK(bench.log.events.size() < 10);
}

}  // namespace
}  // namespace heliograph::systemc::test
