// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/nic/nic_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

TEST_CASE("the first bit leaves a doorbell, two reads, the pipeline and the transmitter later") {
  NicBench bench;
  bench.driver.start();
  bench.driver.post(bench.message(0x1000, 1'000));
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.catcher.frames.size() == 2);
  CHECK(bench.catcher.frames[0].first_bit == Picoseconds(1'000 + kStartUp));
  CHECK(bench.catcher.frames[1].first_bit == Picoseconds(1'000 + kStartUp + kFrameTime));
}

TEST_CASE("a message is cut into frames that carry its bytes, the last one padded on the wire") {
  NicBench bench;
  bench.driver.start();
  SendDescriptor work = bench.message(0x1234, 2 * kPayload + 1);
  work.channel = -3;
  work.epoch = 70'000;
  work.message = 5'000'000'000;
  bench.driver.post(work);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.catcher.frames.size() == 3);
  std::vector<std::uint8_t> sent;
  for (const Frame& frame : bench.catcher.frames) {
    CHECK(frame.source == base::RankId{2});
    CHECK(frame.destination == base::RankId{7});
    CHECK(frame.channel == -3);
    CHECK(frame.epoch == base::EpochId{70'000});
    CHECK(frame.message == 5'000'000'000);
    CHECK(frame.message_bytes == base::Bytes(2 * kPayload + 1));
    CHECK(frame.offset == base::Bytes(static_cast<std::int64_t>(sent.size())));
    CHECK(frame.wire_bits == base::Bits(5440));
    sent.insert(sent.end(), frame.bytes.begin(), frame.bytes.end());
  }
  CHECK(sent == bench.read(0x1234, 2 * kPayload + 1));
  CHECK(bench.catcher.frames.back().payload == base::Bytes(1));
}

TEST_CASE("a whole number of frames has no empty one behind it") {
  NicBench bench;
  bench.driver.start();
  bench.driver.post(bench.message(0, 3 * kPayload));
  run_for(Picoseconds(10'000'000));
  CHECK(bench.catcher.frames.size() == 3);
}

TEST_CASE("the completion of a send says what was sent and when") {
  NicBench bench;
  bench.driver.start();
  SendDescriptor work = bench.message(0, 2 * kPayload);
  work.cookie = 0xC0FFEE;
  work.channel = 5;
  bench.driver.post(work);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 1);
  const Completion& done = bench.completions[0];
  CHECK(done.kind == CompletionKind::sent);
  CHECK(done.peer == 7);
  CHECK(done.channel == 5);
  CHECK(done.cookie == 0xC0FFEE);
  CHECK(done.message == work.message);
  CHECK(done.bytes == work.bytes);
  CHECK(done.first_bit_ps == 1'000 + kStartUp);
  CHECK(done.last_bit_ps == 1'000 + kStartUp + 2 * kFrameTime);
  CHECK(bench.completed_at[0] == static_cast<std::int64_t>(done.last_bit_ps));
}

TEST_CASE("messages leave in the order of their doorbells, back to back") {
  NicBench bench;
  bench.driver.start();
  for (int i = 0; i < 20; ++i) {
    bench.driver.post(bench.message(0x10000U * static_cast<unsigned>(i), i % 3 == 0 ? 1'500 : 10));
  }
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(bench.completions[i].message == i);
  }
  for (std::size_t i = 1; i < bench.catcher.frames.size(); ++i) {
    CHECK(bench.catcher.frames[i].first_bit == bench.catcher.frames[i - 1].last_bit);
  }
}

TEST_CASE("a message of no bytes is one frame without payload, and reads no payload") {
  NicBench bench;
  bench.driver.start();
  bench.driver.post(bench.message(0, 0));
  bench.driver.post(bench.message(0, 5));
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.catcher.frames.size() == 2);
  CHECK(bench.catcher.frames[0].bytes.empty());
  CHECK(bench.catcher.frames[0].first_bit == Picoseconds(1'000 + kStartUp - kMemory));
  REQUIRE(bench.completions.size() == 2);
  CHECK(bench.completions[0].bytes == 0);
  CHECK(bench.completions[1].message == 1);
}

TEST_CASE("the rings of the queues go round") {
  NicBench bench;
  bench.driver.start();
  constexpr int kMessages = 3'000;  // the driver's rings have 1024 slots
  int posted = 0;
  bench.driver.on_completion([&](const Completion& done) {
    CHECK(done.message + 1 == static_cast<std::uint64_t>(posted));
    if (posted < kMessages) {
      ++posted;
      bench.driver.post(bench.message(0, 8));
    }
  });
  ++posted;
  bench.driver.post(bench.message(0, 8));
  run_for(Picoseconds(10'000'000'000));
  CHECK(bench.catcher.frames.size() == kMessages);
}

TEST_CASE("a drained line holds messages back and then sends them in order") {
  NicBench bench;
  bench.driver.start();
  bench.transmitter.set_drain(true);
  bench.driver.post(bench.message(0, 8));
  bench.driver.post(bench.message(0, 8));
  run_until(Picoseconds(5'000'000));
  CHECK(bench.catcher.frames.empty());
  bench.transmitter.set_drain(false);
  run_until(Picoseconds(9'000'000));
  REQUIRE(bench.catcher.frames.size() == 2);
  CHECK(bench.catcher.frames[0].first_bit == Picoseconds(5'000'000));
  CHECK(bench.catcher.frames[0].message == 0);
}

TEST_CASE("a NIC allocates nothing per frame in steady state") {
  NicBench bench;
  bench.catcher.keep = false;
  bench.driver.start();
  bench.driver.post(bench.message(0, 1'000 * kPayload));
  run_for(Picoseconds(kStartUp + 100 * kFrameTime));
  const std::size_t before = allocation_count();
  run_for(Picoseconds(800 * kFrameTime));
  CHECK(allocation_count() - before < 10);  // of the kernel's own, not one a frame
  CHECK(bench.catcher.count >= 900);
  CHECK(bench.pool.allocated() <= 2);
}

TEST_CASE("a NIC may be destroyed in the middle of a message") {
  NicBench bench;
  bench.driver.start();
  bench.driver.post(bench.message(0, 100 * kPayload));
  run_for(Picoseconds(kStartUp + 10 * kFrameTime));
  bench.driver.post(bench.message(0, 1));
  CHECK(bench.completions.empty());
}

}  // namespace
}  // namespace heliograph::systemc::test
