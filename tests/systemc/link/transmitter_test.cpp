// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <vector>

#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Picoseconds;

constexpr std::int64_t kFrameTime = 25'600;  // 680 B at 212.5 Gb/s
constexpr std::int64_t kStart = 10'000;
constexpr std::int64_t kExit = 7'000;

/// A transmitter whose light leaves the fabric 7 ns later.
struct Bench {
  Bench() {
    transmitter.connect(source);
    transmitter.light_out.bind(absorber.socket);
    transmitter.set_fabric_exit_delay(Picoseconds(kExit));
    transmitter.on_drain_change([this] {
      changes.push_back({transmitter.drained(), now().count()});
    });
    run_for(Picoseconds(kStart));
  }
  void send(std::uint64_t frames) {
    source.frames = frames;
    transmitter.wake();
  }

  KernelContext kernel;
  FramePool pool;
  LinkLog log;
  TestSource source{pool};
  Transmitter transmitter{"transmitter", base::TransceiverId{3}, TransceiverParameters(), log};
  Absorber absorber{"absorber", pool};
  Calendar<bool> drains{"drains", [this](bool requested) { transmitter.set_drain(requested); }};
  std::vector<LockChange> changes;  // of drained(), not of a lock
};

using Changes = std::vector<LockChange>;

TEST_CASE("frames leave back to back") {
  Bench bench;
  bench.send(5);
  run_for(Picoseconds(1'000'000));
  REQUIRE(bench.log.sent.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(bench.log.sent[i].first_bit == kStart + static_cast<std::int64_t>(i) * kFrameTime);
    CHECK(bench.log.sent[i].last_bit == bench.log.sent[i].first_bit + kFrameTime);
  }
  CHECK(bench.source.left == 5);
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("frames whose time is not whole picoseconds do not drift") {
  Bench bench;
  bench.source.bits = base::Bits(677 * 8);
  bench.send(1'000);
  run_for(Picoseconds(1'000'000'000));
  // 1000 * 5416 / 0.2125 = 25487058.8...
  CHECK(bench.log.sent.back().last_bit == kStart + 25'487'059);
}

TEST_CASE("waking a line that sends or has nothing to send does nothing") {
  Bench bench;
  bench.transmitter.wake();
  bench.send(1);
  bench.transmitter.wake();
  bench.transmitter.wake();
  run_for(Picoseconds(1'000'000));
  CHECK(bench.log.sent_count == 1);
  CHECK(bench.source.left == 1);
}

TEST_CASE("a source that wakes the line when its frame has left keeps it busy") {
  Bench bench;
  int more = 3;
  bench.source.on_left = [&] {
    if (more-- > 0) {
      bench.send(1);
    }
  };
  bench.send(1);
  run_for(Picoseconds(1'000'000));
  REQUIRE(bench.log.sent.size() == 4);
  CHECK(bench.log.sent[3].first_bit == kStart + 3 * kFrameTime);
}

TEST_CASE(
    "a drain takes effect at the frame boundary, and is acknowledged when the last bit is out") {
  Bench bench;
  bench.send(100);
  run_until(Picoseconds(kStart + 2 * kFrameTime + 100));
  bench.transmitter.set_drain(true);
  CHECK_FALSE(bench.transmitter.drained());
  run_for(Picoseconds(1'000'000));
  CHECK(bench.log.sent_count == 3);
  CHECK(bench.transmitter.drained());
  CHECK(bench.changes == Changes{{true, kStart + 3 * kFrameTime + kExit}});
}

TEST_CASE("an idle line is drained once its last bit has left the fabric") {
  Bench bench;
  SECTION("long ago: once the instant of the request is over") {
    bench.transmitter.set_drain(true);
    run_for(Picoseconds(2));
    CHECK(bench.changes == Changes{{true, kStart + 1}});
  }
  SECTION("just now: when that bit is out") {
    bench.send(1);
    run_until(Picoseconds(kStart + kFrameTime + 10));
    bench.transmitter.set_drain(true);
    run_for(Picoseconds(1'000'000));
    CHECK(bench.changes == Changes{{true, kStart + kFrameTime + kExit}});
  }
}

TEST_CASE("a drained line takes no frames and resumes when the request falls") {
  Bench bench;
  bench.transmitter.set_drain(true);
  run_until(Picoseconds(kStart + 2));
  bench.send(2);
  run_until(Picoseconds(200'000));
  CHECK(bench.log.sent_count == 0);
  bench.transmitter.set_drain(false);
  CHECK_FALSE(bench.transmitter.drained());
  run_for(Picoseconds(1'000'000));
  REQUIRE(bench.log.sent.size() == 2);
  CHECK(bench.log.sent[0].first_bit == 200'000);
  CHECK(bench.changes == Changes{{true, kStart + 1}, {false, 200'000}});
}

TEST_CASE("a drain that is withdrawn before its acknowledgement is never acknowledged") {
  Bench bench;
  bench.send(3);
  SECTION("while the line sends: not even a gap") {
    run_until(Picoseconds(kStart + 100));
    bench.transmitter.set_drain(true);
    run_until(Picoseconds(kStart + 200));
    bench.transmitter.set_drain(false);
    run_for(Picoseconds(1'000'000));
    CHECK(bench.log.sent[1].first_bit == kStart + kFrameTime);
  }
  SECTION("while the last bit is in the fabric: the line goes on at once") {
    run_until(Picoseconds(kStart + 100));
    bench.transmitter.set_drain(true);
    run_until(Picoseconds(kStart + kFrameTime + 100));
    bench.transmitter.set_drain(false);
    run_for(Picoseconds(1'000'000));
    CHECK(bench.log.sent[1].first_bit == kStart + kFrameTime + 100);
  }
  CHECK(bench.log.sent_count == 3);
  CHECK(bench.changes.empty());
}

TEST_CASE("a drain asked for again counts from the last bit, not from the request") {
  Bench bench;
  bench.send(1);
  run_until(Picoseconds(kStart + kFrameTime + 100));
  bench.transmitter.set_drain(true);
  bench.transmitter.set_drain(true);
  bench.transmitter.set_drain(false);
  bench.transmitter.set_drain(true);
  run_for(Picoseconds(1'000'000));
  CHECK(bench.changes == Changes{{true, kStart + kFrameTime + kExit}});
}

TEST_CASE("a drain requested at the very instant at which a frame begins comes too late for it") {
  Bench bench;
  SECTION("of a line that sends") {
    bench.send(10);
    SECTION("between the two frames") {
      bench.source.on_left = [&] { bench.transmitter.set_drain(true); };
    }
    SECTION("before them or after") {
      bench.drains.schedule(Picoseconds(kStart + kFrameTime), true);
    }
    run_for(Picoseconds(1'000'000));
    CHECK(bench.log.sent_count == 2);
    CHECK(bench.changes == Changes{{true, kStart + 2 * kFrameTime + kExit}});
  }
  SECTION("of an idle line: the frame comes second") {
    bench.transmitter.set_drain(true);
    bench.send(10);
    run_for(Picoseconds(1'000'000));
    CHECK(bench.log.sent_count == 1);
    CHECK(bench.changes == Changes{{true, kStart + kFrameTime + kExit}});
  }
}

TEST_CASE("a drain requested while the source wakes the line is not acknowledged over its frame") {
  Bench bench;
  bench.send(1);
  bench.source.on_left = [&] {
    bench.source.on_left = nullptr;
    bench.send(1);
    bench.transmitter.set_drain(true);
  };
  run_for(Picoseconds(1'000'000));
  CHECK(bench.log.sent_count == 2);
  CHECK(bench.changes == Changes{{true, kStart + 2 * kFrameTime + kExit}});
}

TEST_CASE("every bit that is sent is metered, in each account") {
  Bench bench;
  EnergyMeter meter;
  EnergyAccount& a = meter.open("modulators", base::JoulePerBit(1e-12));
  EnergyAccount& b = meter.open("interfaces");
  bench.transmitter.meter({&a, &b});
  bench.send(3);
  run_for(Picoseconds(1'000'000));
  CHECK(a.bits() == base::Bits(3 * 5440));
  CHECK(b.bits() == base::Bits(3 * 5440));
}

TEST_CASE("a transmitter may be destroyed in the middle of a frame") {
  Bench bench;
  bench.send(10);
  run_for(Picoseconds(30'000));
  bench.transmitter.set_drain(true);
  CHECK(bench.log.sent_count == 2);
}

}  // namespace
}  // namespace heliograph::systemc::test
