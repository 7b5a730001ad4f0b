// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

struct Counts {
  std::uint32_t done, illegal, drain, relock, refused, codes, latches, busy_us, last_us;

  bool operator==(const Counts& other) const {
    return done == other.done && illegal == other.illegal && drain == other.drain &&
           relock == other.relock && refused == other.refused && codes == other.codes &&
           latches == other.latches && busy_us == other.busy_us && last_us == other.last_us;
  }
};

Counts copy_of(ControllerBench& bench) {
  const auto read = [&bench](std::uint16_t address) {
    const ReadResult result = bench.read(address);
    CHECK(result.response == kOkay);
    return result.data;
  };
  return {read(reg::kTeleDone),          read(reg::kTeleIllegalMap), read(reg::kTeleDrainTimeout),
          read(reg::kTeleRelockTimeout), read(reg::kTeleCommitBusy), read(reg::kTeleCodes),
          read(reg::kTeleLatches),       read(reg::kTeleBusyUs),     read(reg::kTeleLastUs)};
}

Counts snapshot(ControllerBench& bench) {
  CHECK(bench.write(reg::kTeleCtrl, reg::kTeleCtrlSnapshot) == kOkay);
  return copy_of(bench);
}

TEST_CASE("telemetry counts what the events say, and shows it after a snapshot only") {
  const std::string kind = GENERATE("rtl", "twin");
  CAPTURE(kind);
  ControllerBench bench = connected_bench(kind);
  CHECK(copy_of(bench) == Counts{0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(snapshot(bench) == Counts{1, 0, 0, 0, 0, 10, 1, 0, 0});

  bench.connect(3, 3);  // the output of input 2
  bench.commit(2);
  bench.disconnect(3);
  bench.never_acknowledges = 1;
  bench.disconnect(0);
  bench.commit(3);
  bench.never_acknowledges = 0;
  bench.lit = ~2U;  // output 1 stays dark
  bench.connect(0, 1);
  bench.write(reg::kDisturb, 1);
  bench.set_code(4, 7);
  CHECK(bench.write(reg::kCommit, 4) == kOkay);
  CHECK(bench.write(reg::kCommit, 5) == kSlaveError);  // one runs
  while (bench.busy()) {
  }
  CHECK(copy_of(bench) == Counts{1, 0, 0, 0, 0, 10, 1, 0, 0});
  CHECK(snapshot(bench) == Counts{2, 1, 1, 1, 1, 11, 2, 0, 0});
}

TEST_CASE("a snapshot that clears loses nothing") {
  const std::string kind = GENERATE("rtl", "twin");
  const std::uint8_t strobes = GENERATE(std::uint8_t{0xF}, std::uint8_t{0x1});
  ControllerBench bench = connected_bench(kind);
  // Not strobed: nothing.
  CHECK(bench.write(reg::kTeleCtrl, 3, 0xE) == kOkay);
  CHECK(copy_of(bench).done == 0);
  CHECK(bench.write(reg::kTeleCtrl, reg::kTeleCtrlSnapshot | reg::kTeleCtrlClear, strobes) ==
        kOkay);
  CHECK(copy_of(bench) == Counts{1, 0, 0, 0, 0, 10, 1, 0, 0});
  CHECK(snapshot(bench) == Counts{0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(bench.read(reg::kTeleCtrl).data == 0);
  CHECK(bench.write(reg::kTeleDone, 5) == kSlaveError);

  // Taken again and again while codes stream out, the parts add up to the whole.
  for (unsigned a = 0; a < 10; ++a) bench.set_code(a, 500 + a);
  bench.dac_period = 3;
  bench.write(reg::kCommit, 2);
  std::uint32_t codes = 0;
  for (int i = 0; i < 20; ++i) {
    bench.write(reg::kTeleCtrl, reg::kTeleCtrlSnapshot | reg::kTeleCtrlClear);
    codes += copy_of(bench).codes;
  }
  CHECK_FALSE(bench.busy());
  CHECK(codes == 10);
}

TEST_CASE("busy time is counted in ticks, and only while busy") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.tick_period = 4;
  bench.steps(100);
  CHECK(snapshot(bench).busy_us == 0);
  std::uint64_t before = 0;
  for (const unsigned epoch : {2U, 3U}) {
    bench.clear_log();
    bench.write(reg::kTSettle, reg::timer_us(10 * epoch));
    bench.write(reg::kDisturb, 1);
    bench.commit(epoch);
    bench.steps(50);
    const Counts counts = snapshot(bench);
    // Busy from the event REQUEST, which comes a cycle later, until two cycles after ACTIVE.
    const std::uint64_t cycles =
        bench.event(ControlEvent::kActive).cycle - bench.event(ControlEvent::kRequest).cycle + 2;
    CHECK(counts.last_us >= cycles / 4);
    CHECK(counts.last_us <= cycles / 4 + 1);
    CHECK(counts.last_us >= 10 * epoch + 1);
    before += counts.last_us;
    CHECK(counts.busy_us == before);
  }
  const Counts idle = snapshot(bench);
  bench.steps(100);
  CHECK(snapshot(bench) == idle);
}

TEST_CASE("an idle controller repeats its state under ticks and snapshots taken before") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  snapshot(bench);
  bench.tick_period = 1;
  bench.steps(4);
  bench.core().mark();
  bench.steps(50);
  CHECK(bench.core().unchanged_since_mark());
}

TEST_CASE("an interrupt that happens as it is cleared stays") {
  const std::string kind = GENERATE("rtl", "twin");
  // The write that clears DONE is sent ever later; in one of these it executes in the very cycle.
  unsigned seen_before = 0;
  unsigned kept = 0;
  for (unsigned delay = 0; delay < 40; ++delay) {
    ControllerBench bench = connected_bench(kind);
    bench.write(reg::kIrqEnable, reg::kIrqDone);
    bench.write(reg::kDisturb, 1);
    bench.write(reg::kCommit, 2);
    bench.steps(delay);
    const bool up = bench.outputs().irq;
    bench.write(reg::kIrqState, reg::kIrqDone);
    bench.steps(60);
    CHECK(bench.events.back().id == ControlEvent::kActive);
    if (bench.outputs().irq) {
      ++kept;  // cleared before or as it happened
      CHECK_FALSE(up);
    } else {
      ++seen_before;
    }
  }
  CHECK(kept > 0);
  CHECK(seen_before > 0);
}

}  // namespace
}  // namespace heliograph::systemc::test
