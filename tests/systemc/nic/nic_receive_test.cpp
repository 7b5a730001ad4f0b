// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/nic/nic_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::uint64_t kLanding = RankMemoryMap::kLanding;

/// A frame of message `number` from rank 4 to rank 2 whose bytes are all `value`.
Frame frame_of(std::uint64_t number, std::int64_t message_bytes, std::int64_t offset,
               std::size_t size, std::uint8_t value) {
  Frame frame;
  frame.source = base::RankId{4};
  frame.destination = base::RankId{2};
  frame.message = number;
  frame.message_bytes = base::Bytes(message_bytes);
  frame.offset = base::Bytes(offset);
  frame.bytes.assign(size, value);
  frame.payload = base::Bytes(static_cast<std::int64_t>(size));
  frame.first_bit = Picoseconds(50'000 + offset);
  frame.last_bit = Picoseconds(60'000 + offset);
  frame.flight = Picoseconds(7'000);
  return frame;
}

TEST_CASE("a message is in memory a write after its last frame, and the completion says where") {
  NicBench bench;
  bench.driver.start();
  Frame first = frame_of(9, 1'000, 0, 628, 1);
  first.channel = 6;
  Frame last = frame_of(9, 1'000, 628, 372, 2);
  last.channel = 6;
  CHECK(bench.nic.frame_received(first, Picoseconds(100'000)) == Reception::taken);
  run_until(Picoseconds(90'000));
  CHECK(bench.nic.frame_received(last, Picoseconds(150'000)) == Reception::taken);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 1);
  const Completion& done = bench.completions[0];
  CHECK(done.kind == CompletionKind::received);
  CHECK(done.peer == 4);
  CHECK(done.channel == 6);
  CHECK(done.message == 9);
  CHECK(done.address == kLanding);
  CHECK(done.bytes == 1'000);
  CHECK(done.first_bit_ps == 57'000);
  CHECK(done.last_bit_ps == 60'628 + 7'000);
  CHECK(bench.completed_at[0] == 150'000 + kMemory);
  std::vector<std::uint8_t> expected(628, 1);
  expected.insert(expected.end(), 372, 2);
  CHECK(bench.read(kLanding, 1'000) == expected);
}

TEST_CASE("frames of several messages may come interleaved, each lands in its own place") {
  NicBench bench;
  bench.driver.start();
  Frame a0 = frame_of(0, 1'256, 0, 628, 1);
  Frame b0 = frame_of(1, 1'256, 0, 628, 2);
  Frame a1 = frame_of(0, 1'256, 628, 628, 3);
  Frame b1 = frame_of(1, 1'256, 628, 628, 4);
  Frame other_channel = frame_of(0, 10, 0, 10, 5);
  other_channel.channel = 1;
  Frame other_source = frame_of(0, 10, 0, 10, 6);
  other_source.source = base::RankId{5};
  for (Frame* frame : {&a0, &b0, &other_channel, &other_source, &b1, &a1}) {
    CHECK(bench.nic.frame_received(*frame, Picoseconds(100'000)) == Reception::taken);
  }
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 4);
  for (const Completion& done : bench.completions) {
    CHECK(done.address % (1U << 16U) == 0);  // whole pages, so that they can be freed
    for (const Completion& another : bench.completions) {
      CHECK((&done == &another || done.address != another.address));
    }
  }
  CHECK(bench.completions[0].channel == 1);
  CHECK(bench.read(bench.completions[0].address, 1)[0] == 5);
  CHECK(bench.read(bench.completions[1].address, 1)[0] == 6);
  CHECK(bench.completions[2].message == 1);
  CHECK(bench.read(bench.completions[2].address + 628, 1)[0] == 4);
  CHECK(bench.completions[3].message == 0);
}

TEST_CASE("a frame for another rank is not taken") {
  NicBench bench;
  bench.driver.start();
  Frame frame = frame_of(0, 10, 0, 10, 1);
  frame.destination = base::RankId{3};
  CHECK(bench.nic.frame_received(frame, Picoseconds(100'000)) == Reception::stray);
  run_for(Picoseconds(10'000'000));
  CHECK(bench.completions.empty());
  CHECK(bench.read(kLanding, 10) == std::vector<std::uint8_t>(10));
}

TEST_CASE("a message without one of its frames never completes") {
  NicBench bench;
  bench.driver.start();
  Frame last = frame_of(0, 1'000, 628, 372, 2);
  Frame next = frame_of(1, 10, 0, 10, 3);
  CHECK(bench.nic.frame_received(last, Picoseconds(100'000)) == Reception::taken);
  CHECK(bench.nic.frame_received(next, Picoseconds(200'000)) == Reception::taken);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 1);
  CHECK(bench.completions[0].message == 1);
}

TEST_CASE("a message of no bytes completes when its frame is decoded") {
  NicBench bench;
  bench.driver.start();
  Frame empty = frame_of(0, 0, 0, 0, 0);
  CHECK(bench.nic.frame_received(empty, Picoseconds(100'000)) == Reception::taken);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.completions.size() == 1);
  CHECK(bench.completions[0].bytes == 0);
  CHECK(bench.completed_at[0] == 100'000);
}

TEST_CASE("landing a long message allocates nothing per frame but the pages it fills") {
  NicBench bench;
  bench.driver.start();
  constexpr std::int64_t kFrames = 1'000;
  Frame frame = frame_of(0, kFrames * kPayload, 0, kPayload, 1);
  CHECK(bench.nic.frame_received(frame, Picoseconds(100'000)) == Reception::taken);
  const std::size_t before = allocation_count();
  for (std::int64_t i = 1; i < kFrames; ++i) {
    frame.offset = base::Bytes(i * kPayload);
    CHECK(bench.nic.frame_received(frame, Picoseconds(100'000)) == Reception::taken);
  }
  CHECK(allocation_count() - before < 100);  // ten pages and their places in the table
}

TEST_CASE("a message that comes before software has set up its queues is no silent loss") {
  NicBench bench;
  Frame frame = frame_of(0, 10, 0, 10, 1);
  CHECK(bench.nic.frame_received(frame, Picoseconds(100'000)) == Reception::taken);
  CHECK_THROWS_WITH(run_for(Picoseconds(10'000'000)), Catch::Contains("completion queue"));
}

}  // namespace
}  // namespace heliograph::systemc::test
