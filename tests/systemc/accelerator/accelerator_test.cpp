// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

#include "systemc/accelerator/accelerator.hpp"
#include "systemc/bus/bus_master.hpp"
#include "systemc/kernel/context.hpp"

namespace heliograph::systemc {
namespace {

using base::BitRate;
using base::Bytes;
using base::Picoseconds;

/// Copies at 1 GB/s, reduces at half of that: 1000 and 2000 ps a byte.
struct Bench {
  Bench() {
    initiator.bus.bind(accelerator.memory.bus);
    std::vector<std::uint8_t> data(10'000);
    std::iota(data.begin(), data.end(), std::uint8_t{0});
    accelerator.memory.write(0, data.data(), data.size());
    accelerator.memory.write(100'000, data.data(), data.size());
    sc_core::sc_start(1'000, sc_core::SC_PS);
  }
  [[nodiscard]] static AcceleratorParameters parameters() {
    AcceleratorParameters p;
    p.copy_rate = BitRate(8'000'000'000);
    p.reduce_rate = BitRate(4'000'000'000);
    return p;
  }
  [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t address, std::size_t size) const {
    std::vector<std::uint8_t> data(size);
    accelerator.memory.read(address, data.data(), size);
    return data;
  }
  [[nodiscard]] std::function<void()> note(int job) {
    return [this, job] {
      done.push_back(job);
      done_at.push_back(now().count());
    };
  }
  void run() { sc_core::sc_start(1, sc_core::SC_MS); }

  KernelContext kernel;
  Accelerator accelerator{"accelerator", parameters()};
  BusMaster initiator{"initiator"};  // a memory must have one
  std::vector<int> done;
  std::vector<std::int64_t> done_at;
};

TEST_CASE("jobs of one instant go by their address, whichever was asked for first") {
  std::vector<std::vector<std::int64_t>> ends;
  for (const bool turned : {false, true}) {
    Bench bench;
    std::vector<std::int64_t> end(3);
    const auto at = [&end](std::size_t job) { return [&end, job] { end[job] = now().count(); }; };
    bench.accelerator.copy(0, 900'000, Bytes(10), at(0));  // it has begun when the others come
    sc_core::sc_start(1'000, sc_core::SC_PS);
    const auto low = [&] { bench.accelerator.copy(0, 500'000, Bytes(100), at(1)); };
    const auto high = [&] { bench.accelerator.reduce(0, 600'000, 700'000, Bytes(7), at(2)); };
    if (turned) {
      high();
      low();
    } else {
      low();
      high();
    }
    bench.run();
    ends.push_back(end);
  }
  CHECK(ends[0] == std::vector<std::int64_t>{11'000, 111'000, 125'000});
  CHECK(ends[1] == ends[0]);
}

TEST_CASE("a copy is there when it is done, and not before") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(10'000), bench.note(1));
  sc_core::sc_start(10'000'000, sc_core::SC_PS);
  CHECK(bench.read(500'000, 10'000) == std::vector<std::uint8_t>(10'000));
  bench.run();
  CHECK(bench.read(500'000, 10'000) == bench.read(0, 10'000));
  CHECK(bench.done_at == std::vector<std::int64_t>{1'000 + 10'000'000});
}

TEST_CASE("a reduction adds byte by byte, modulo 256, also in place") {
  Bench bench;
  const std::uint64_t destination = GENERATE(500'000U, 0U, 100'000U);
  bench.accelerator.reduce(0, 100'000, destination, Bytes(5'000), bench.note(1));
  bench.run();
  const auto sum = bench.read(destination, 5'000);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    REQUIRE(sum[i] == static_cast<std::uint8_t>(2 * i));
  }
  CHECK(bench.done_at == std::vector<std::int64_t>{1'000 + 10'000'000});
}

TEST_CASE("jobs queue up, one after the other") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(1'000), bench.note(1));
  bench.accelerator.reduce(0, 100'000, 600'000, Bytes(1'000), bench.note(2));
  bench.accelerator.copy(500'000, 700'000, Bytes(500), bench.note(3));
  bench.run();
  CHECK(bench.done == std::vector<int>{1, 2, 3});
  CHECK(bench.done_at == std::vector<std::int64_t>{1'001'000, 3'001'000, 3'501'000});
  CHECK(bench.read(700'000, 500) == bench.read(0, 500));
}

TEST_CASE("an idle engine begins at once, whatever it did before") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(10), bench.note(1));
  bench.run();
  const std::int64_t later = now().count();
  bench.accelerator.copy(0, 500'000, Bytes(10), bench.note(2));
  bench.run();
  CHECK(bench.done_at == std::vector<std::int64_t>{11'000, later + 10'000});
}

TEST_CASE("a job of no bytes takes no time but its turn") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(100), bench.note(1));
  bench.accelerator.copy(0, 600'000, Bytes(0), bench.note(2));
  bench.run();
  CHECK(bench.done == std::vector<int>{1, 2});
  CHECK(bench.done_at == std::vector<std::int64_t>{101'000, 101'000});
}

TEST_CASE("whoever is told that a job is done may post the next") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(100), [&] {
    bench.note(1)();
    bench.accelerator.copy(0, 600'000, Bytes(0), bench.note(2));
    bench.accelerator.copy(0, 600'000, Bytes(50), bench.note(3));
  });
  bench.run();
  CHECK(bench.done == std::vector<int>{1, 2, 3});
  CHECK(bench.done_at == std::vector<std::int64_t>{101'000, 101'000, 151'000});
}

TEST_CASE("times are rounded up once a job") {
  const KernelContext kernel;
  AcceleratorParameters parameters;
  parameters.copy_rate = BitRate(13'400'000'000'000);
  Accelerator accelerator("accelerator", parameters);
  BusMaster initiator("initiator");
  initiator.bus.bind(accelerator.memory.bus);
  std::int64_t at = 0;
  // 1000 B: 8000 / 13.4 = 597.01... ps.
  accelerator.copy(0, 0, Bytes(1'000), [] {});
  accelerator.copy(0, 0, Bytes(1'000), [&] { at = now().count(); });
  sc_core::sc_start(1, sc_core::SC_NS);
  sc_core::sc_start(1, sc_core::SC_NS);
  CHECK(at == 2 * 598);
}

TEST_CASE("an accelerator may be destroyed with jobs under way") {
  Bench bench;
  bench.accelerator.copy(0, 500'000, Bytes(100'000), bench.note(1));
  sc_core::sc_start(1'000, sc_core::SC_PS);
  CHECK(bench.done.empty());
}

TEST_CASE("without data jobs take their time and touch nothing") {
  KernelContext kernel;
  Accelerator accelerator("accelerator", Bench::parameters(), false);
  BusMaster initiator("initiator");
  initiator.bus.bind(accelerator.memory.bus);
  std::vector<std::int64_t> done_at;
  const auto note = [&done_at] { done_at.push_back(now().count()); };
  accelerator.copy(0, 1'000'000, Bytes(1'000), note);
  accelerator.reduce(0, 500'000, 1'000'000, Bytes(1'000'000'000), note);
  sc_core::sc_start(10, sc_core::SC_SEC);
  CHECK(done_at == std::vector<std::int64_t>{1'000'000, 1'000'000 + 2'000'000'000'000});
  CHECK(accelerator.memory.pages() == 0);
}

}  // namespace
}  // namespace heliograph::systemc
