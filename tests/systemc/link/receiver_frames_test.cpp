// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/link/receiver_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

// A frame's last bit is over at the instant at which the lock is lost: what happens first inside
// that instant must not matter.
TEST_CASE("a lock that ends with a frame's last bit has held, in either order of events") {
  ReceiverBench bench;
  bench.lock();
  const bool light_first = GENERATE(true, false);
  if (light_first) {
    bench.lights.schedule(Picoseconds(35'600), good_light(1));
  }
  bench.deliver(10'000, 35'600);
  if (!light_first) {
    bench.lights.schedule(Picoseconds(35'600), good_light(1));
  }
  run_until(Picoseconds(90'000));
  CHECK(bench.log.lost.empty());
  CHECK(bench.sink.count == 1);
  CHECK(bench.log.locks == Locks{{false, 35'600}, {true, 35'600 + kRelock}});
}

TEST_CASE("with no relock time at all a frame over a change of source is lost all the same") {
  ReceiverBench bench(LockCriterion::quality, 0);
  bench.receiver.light_changed(good_light(0));
  run_until(Picoseconds(1'000));
  bench.deliver(10'000, 35'600);
  bench.deliver(35'600, 61'200);
  run_until(Picoseconds(20'000));
  bench.receiver.light_changed(good_light(1));
  run_until(Picoseconds(90'000));
  CHECK(bench.log.lost == Losses{{0, LossCause::unlocked, 35'600}});
  CHECK(bench.sink.count == 1);
}

TEST_CASE("a masked receiver counts nothing") {
  ReceiverBench bench;
  bench.lock();
  bench.deliver(10'000, 35'600);
  bench.deliver(40'000, 65'600);
  run_until(Picoseconds(20'000));
  bench.receiver.set_mask(true);
  run_until(Picoseconds(36'000));
  bench.receiver.set_mask(false);
  run_until(Picoseconds(90'000));
  CHECK(bench.log.lost == Losses{{0, LossCause::masked, 35'600}});
  CHECK(bench.sink.count == 1);
  CHECK(bench.receiver.locked());  // its clock recovery keeps running
}

TEST_CASE("a frame for another rank is misdelivered, one with too many errors is lost") {
  ReceiverBench bench;
  bench.lock();
  Frame& stranger = bench.frame(10'000, 35'600);
  stranger.destination = base::RankId{9};
  bench.deliver(stranger);
  bench.deliver(40'000, 65'600, 1.0);
  run_until(Picoseconds(90'000));
  CHECK(bench.log.lost ==
        Losses{{0, LossCause::misdelivered, 35'600}, {1, LossCause::errors, 65'600}});
  CHECK(bench.sink.count == 0);
  CHECK(bench.log.delivered == 0);
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("frames are lost at the rate of their light") {
  ReceiverBench bench;
  bench.lock();
  constexpr int kFrames = 20'000;
  for (int i = 0; i < kFrames; ++i) {
    bench.deliver(10'000 + i * 10, 10'010 + i * 10, 0.1);
  }
  run_until(Picoseconds(1'000'000));
  CHECK(bench.sink.count + bench.log.lost.size() == kFrames);
  // Five deviations of the binomial: sqrt(20000 * 0.1 * 0.9) = 42.4.
  CHECK(static_cast<double>(bench.log.lost.size()) == Approx(2'000).margin(212));
}

TEST_CASE("whoever listens is told of each change of status and of nothing else") {
  ReceiverBench bench(LockCriterion::power);
  bench.receiver.light_changed(good_light(0));
  CHECK(bench.status_changes == 1);  // no loss of signal any more
  run_until(Picoseconds(2'000));
  CHECK(bench.status_changes == 2);  // locked
  bench.receiver.light_changed(good_light(0));
  CHECK(bench.status_changes == 2);
  bench.receiver.light_changed(poor_light(0));
  CHECK(bench.status_changes == 3);  // degraded
  CHECK(bench.receiver.degraded());
  bench.receiver.light_changed(good_light(0));
  CHECK(bench.status_changes == 4);
  bench.receiver.light_changed(ReceivedLight());
  CHECK(bench.status_changes >= 5);
  CHECK(bench.receiver.loss_of_signal());
  CHECK_FALSE(bench.receiver.degraded());
}

TEST_CASE("every bit that arrives is metered, lost or not") {
  ReceiverBench bench;
  EnergyMeter meter;
  EnergyAccount& account = meter.open("receivers");
  bench.receiver.meter({&account});
  bench.deliver(10'000, 35'600);  // not locked
  bench.lock();
  bench.deliver(40'000, 65'600);
  run_until(Picoseconds(90'000));
  CHECK(account.bits() == base::Bits(2 * 5440));
}

TEST_CASE("a receiver may be destroyed with frames and a relock under way") {
  ReceiverBench bench;
  bench.lock();
  bench.deliver(10'000, 35'600);
  run_until(Picoseconds(20'000));
  bench.receiver.light_changed(good_light(1));
  CHECK(bench.pool.in_flight() == 1);
}

TEST_CASE("an epoch beyond 16 bits and a message beyond 32 pass unharmed") {
  ReceiverBench bench;
  bench.lock();
  struct Keeper : FrameSink {
    Reception frame_received(Frame& frame, base::Picoseconds /*available*/) override {
      epoch = base::index(frame.epoch);
      message = frame.message;
      return Reception::taken;
    }
    std::size_t epoch = 0;
    std::uint64_t message = 0;
  } keeper;
  bench.receiver.connect(keeper);
  Frame& frame = bench.frame(10'000, 35'600);
  frame.epoch = base::EpochId{70'000};
  frame.message = 5'000'000'000;
  bench.deliver(frame);
  run_until(Picoseconds(90'000));
  CHECK(keeper.epoch == 70'000);
  CHECK(keeper.message == 5'000'000'000);
}

}  // namespace
}  // namespace heliograph::systemc::test
