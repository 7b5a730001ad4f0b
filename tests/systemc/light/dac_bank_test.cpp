// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/light/dac_bank.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using base::ActuatorId;
using base::Picoseconds;
using photonics::DacCode;

constexpr std::int64_t kWrite = 480'000;

/// Six DACs; logs what is latched and each call of the ready listener.
struct Bench {
  explicit Bench(unsigned chains)
      : dacs("dacs", 6, chains, Picoseconds(kWrite), [this](const std::vector<DacCode>& codes) {
          latched.push_back(codes);
          latched_at.push_back(now().count());
        }) {
    dacs.on_ready([this] { ready_at.push_back(now().count()); });
    run_for(Picoseconds(0));
  }
  void write(unsigned actuator, unsigned code) {
    dacs.write(static_cast<ActuatorId>(actuator), static_cast<DacCode>(code));
  }

  KernelContext kernel;
  std::vector<std::vector<DacCode>> latched;
  std::vector<std::int64_t> latched_at;
  std::vector<std::int64_t> ready_at;
  DacBank dacs;
};

std::vector<DacCode> codes(std::vector<unsigned> values) {
  std::vector<DacCode> all;
  for (const unsigned value : values) {
    all.push_back(static_cast<DacCode>(value));
  }
  return all;
}

TEST_CASE("a chain takes one code at a time") {
  Bench bench(1);
  CHECK(bench.dacs.ready());
  bench.write(0, 10);
  CHECK_FALSE(bench.dacs.ready());
  run_until(Picoseconds(kWrite - 1));
  CHECK_FALSE(bench.dacs.ready());
  run_for(Picoseconds(2));
  CHECK(bench.dacs.ready());
  CHECK(bench.ready_at == std::vector<std::int64_t>{kWrite});
}

TEST_CASE("as many codes shift at once as there are chains") {
  Bench bench(3);
  for (unsigned actuator = 0; actuator < 3; ++actuator) {
    REQUIRE(bench.dacs.ready());
    bench.write(actuator, 1);
    run_for(Picoseconds(100));
  }
  CHECK_FALSE(bench.dacs.ready());
  run_until(Picoseconds(kWrite + 1));
  CHECK(bench.dacs.ready());  // the first chain, while two still shift
  bench.write(3, 1);
  CHECK_FALSE(bench.dacs.ready());
  run_until(Picoseconds(2 * kWrite));
  CHECK(bench.dacs.ready());
  CHECK(bench.ready_at == std::vector<std::int64_t>{kWrite, kWrite + 100, kWrite + 200});
}

TEST_CASE("codes take effect together when they are latched, and not before") {
  Bench bench(2);
  bench.write(1, 11);
  bench.write(4, 44);
  run_until(Picoseconds(10'000'000));
  CHECK(bench.latched.empty());
  bench.dacs.latch();
  REQUIRE(bench.latched.size() == 1);
  CHECK(bench.latched[0] == codes({0, 11, 0, 0, 44, 0}));
  CHECK(bench.latched_at[0] == 10'000'000);
  bench.write(1, 12);
  run_until(Picoseconds(20'000'000));
  bench.dacs.latch();
  CHECK(bench.latched[1] == codes({0, 12, 0, 0, 44, 0}));
}

TEST_CASE("a latch waits for the chains that still shift, and holds new codes off") {
  Bench bench(3);
  bench.write(0, 1);
  run_for(Picoseconds(1'000));
  bench.write(1, 2);
  bench.dacs.latch();
  CHECK(bench.latched.empty());
  CHECK_FALSE(bench.dacs.ready());  // although the third chain is free
  run_until(Picoseconds(kWrite + 1'000));
  CHECK(bench.latched.empty());  // one has ended, the other has not
  run_for(Picoseconds(1));
  REQUIRE(bench.latched.size() == 1);
  CHECK(bench.latched_at[0] == kWrite + 1'000);
  CHECK(bench.latched[0] == codes({1, 2, 0, 0, 0, 0}));
  CHECK(bench.dacs.ready());
  CHECK(bench.ready_at == std::vector<std::int64_t>{kWrite + 1'000});
}

TEST_CASE("two latches while chains shift are one") {
  Bench bench(1);
  bench.write(0, 1);
  bench.dacs.latch();
  bench.dacs.latch();
  run_until(Picoseconds(10 * kWrite));
  CHECK(bench.latched.size() == 1);
}

TEST_CASE("no DAC answers an address beyond the last") {
  Bench bench(2);
  bench.write(6, 99);
  bench.write(4095, 99);
  run_until(Picoseconds(10 * kWrite));
  bench.dacs.latch();
  CHECK(bench.latched[0] == codes({0, 0, 0, 0, 0, 0}));
}

TEST_CASE("a code written without a free chain is a mistake of the wiring") {
  Bench bench(1);
  bench.write(0, 1);
  CHECK_THROWS_AS(bench.write(1, 1), std::logic_error);
  run_until(Picoseconds(kWrite + 1));
  bench.write(1, 1);
  bench.dacs.latch();
  CHECK_THROWS_AS(bench.write(2, 1), std::logic_error);
}

}  // namespace
}  // namespace heliograph::systemc::test
