// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <memory>
#include <stdexcept>
#include <systemc>

#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {
namespace {

/// Counts its own wake-ups, one every nanosecond.
struct Ticker : sc_core::sc_module {
  SC_HAS_PROCESS(Ticker);
  explicit Ticker(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_METHOD(tick);
  }
  void tick() {
    ++ticks;
    if (ticks == stop_at) {
      sc_core::sc_stop();
    }
    if (ticks == throw_at) {
      throw std::runtime_error("the model broke");
    }
    next_trigger(1, sc_core::SC_NS);
  }
  int ticks = 0;
  int stop_at = 0;
  int throw_at = 0;
};

/// A thread that never ends.
struct Sleeper : sc_core::sc_module {
  SC_HAS_PROCESS(Sleeper);
  explicit Sleeper(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_THREAD(sleep);
  }
  void sleep() {
    while (true) {
      wait(1, sc_core::SC_MS);
      ++woken;
    }
  }
  int woken = 0;
};

void run_for(std::int64_t picoseconds) {
  sc_core::sc_start(to_sc_time(base::Picoseconds(picoseconds)));
}

TEST_CASE("a kernel context counts picoseconds from zero") {
  const KernelContext kernel;
  CHECK(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS));
  CHECK(now() == base::Picoseconds(0));
  Ticker ticker("ticker");
  run_for(12'345);
  CHECK(now() == base::Picoseconds(12'345));
  CHECK(ticker.ticks == 13);
}

TEST_CASE("many simulations run in one process, one after the other") {
  for (int run = 0; run < 50; ++run) {
    const KernelContext kernel;
    Ticker ticker("ticker");  // the same name each time
    Sleeper sleeper("sleeper");
    run_for(10'000);
    CHECK(ticker.ticks == 10);
    CHECK(now() == base::Picoseconds(10'000));
  }
}

TEST_CASE("a section gets a fresh kernel") {
  const KernelContext kernel;
  Ticker ticker("ticker");
  SECTION("one") { run_for(1'500); }
  SECTION("two") { run_for(1'500); }
  CHECK(ticker.ticks == 2);
}

TEST_CASE("a simulation runs after one that was stopped") {
  for (int run = 0; run < 3; ++run) {
    const KernelContext kernel;
    Ticker ticker("ticker");
    Sleeper sleeper("sleeper");
    ticker.stop_at = 5;
    run_for(1'000'000);
    CHECK(ticker.ticks == 5);
    CHECK(sc_core::sc_get_status() == sc_core::SC_STOPPED);
    CHECK(now() == base::Picoseconds(4'000));
  }
}

TEST_CASE("a simulation runs after one that threw") {
  for (int run = 0; run < 3; ++run) {
    const KernelContext kernel;
    Ticker ticker("ticker");
    ticker.throw_at = 3;
    CHECK_THROWS(run_for(1'000'000));
    CHECK(ticker.ticks == 3);
  }
  const KernelContext kernel;
  Ticker ticker("ticker");
  run_for(10'000);
  CHECK(ticker.ticks == 10);
}

TEST_CASE("contexts nest and do not see each other's time") {
  const KernelContext outer;
  Ticker ticker("ticker");
  run_for(3'500);
  {
    const KernelContext inner;
    CHECK(now() == base::Picoseconds(0));
    Ticker same_name("ticker");
    run_for(1'500);
    CHECK(same_name.ticks == 2);
  }
  CHECK(now() == base::Picoseconds(3'500));
  CHECK(ticker.ticks == 4);
  run_for(1'000);
  CHECK(ticker.ticks == 5);
}

TEST_CASE("two modules of one name are refused") {
  const KernelContext kernel;
  const Sleeper first("node");
  CHECK_THROWS_WITH([] { const Sleeper again("node"); }(), Catch::Contains("node"));
}

TEST_CASE("an event that is due can be destroyed") {
  const KernelContext kernel;
  const Ticker ticker("ticker");
  run_for(1);
  auto event = std::make_unique<sc_core::sc_event>("event");
  event->notify(5, sc_core::SC_NS);
  event.reset();
  // Nothing of it is left in the kernel's queue.
  CHECK_NOTHROW(run_for(10'000));
}

TEST_CASE("a simulation can be destroyed with threads and methods that still wait") {
  const KernelContext kernel;
  const Ticker ticker("ticker");
  const Sleeper sleeper("sleeper");
  run_for(1'500);
  CHECK(ticker.ticks == 2);
}

TEST_CASE("sixty four bits of picoseconds survive the kernel") {
  const KernelContext kernel;
  CHECK(to_picoseconds(to_sc_time(base::Picoseconds::never())) == base::Picoseconds::never());
}

}  // namespace
}  // namespace heliograph::systemc
