// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/link/receiver_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

TEST_CASE("a receiver starts in the dark and locks a relock time after good light") {
  ReceiverBench bench;
  CHECK(bench.receiver.loss_of_signal());
  CHECK_FALSE(bench.receiver.locked());
  run_until(Picoseconds(300));
  bench.receiver.light_changed(good_light(0));
  CHECK_FALSE(bench.receiver.loss_of_signal());
  run_until(Picoseconds(10'000));
  CHECK(bench.log.locks == Locks{{true, 300 + kRelock}});
  CHECK(bench.receiver.light().source == base::TransceiverId{0});
}

TEST_CASE("with lock by quality poor light is not locked on, with lock by power it is") {
  const LockCriterion criterion = GENERATE(LockCriterion::quality, LockCriterion::power);
  ReceiverBench bench(criterion);
  bench.receiver.light_changed(poor_light(0));
  run_until(Picoseconds(50'000));
  CHECK(bench.receiver.locked() == (criterion == LockCriterion::power));
  CHECK(bench.receiver.degraded() == (criterion == LockCriterion::power));
  bench.receiver.light_changed(good_light(0));
  run_until(Picoseconds(100'000));
  CHECK(bench.receiver.locked());
  CHECK_FALSE(bench.receiver.degraded());
  const std::int64_t locked_at = criterion == LockCriterion::power ? kRelock : 50'000 + kRelock;
  CHECK(bench.log.locks == Locks{{true, locked_at}});
}

TEST_CASE("light without power is not locked on by either criterion") {
  ReceiverBench bench(GENERATE(LockCriterion::quality, LockCriterion::power));
  ReceivedLight dim = good_light(0);
  dim.loss_of_signal = true;
  bench.receiver.light_changed(dim);
  run_until(Picoseconds(50'000));
  CHECK(bench.receiver.loss_of_signal());
  CHECK_FALSE(bench.receiver.locked());
}

TEST_CASE("another source, dark light or poor light drop the lock at once") {
  ReceiverBench bench;
  bench.lock();
  run_until(Picoseconds(20'000));
  const int change = GENERATE(0, 1, 2);
  ReceivedLight light = good_light(1);
  if (change == 1) {
    light = ReceivedLight();
  } else if (change == 2) {
    light = poor_light(0);
  }
  bench.receiver.light_changed(light);
  CHECK_FALSE(bench.receiver.locked());
  run_until(Picoseconds(90'000));
  Locks expected{{false, 20'000}};
  if (change == 0) {
    expected.push_back({true, 20'000 + kRelock});
  }
  CHECK(bench.log.locks == expected);
}

TEST_CASE("better or worse light of the same source keeps the lock") {
  ReceiverBench bench;
  bench.lock();
  ReceivedLight light = good_light(0);
  light.signal = base::Watt(2e-4);
  light.pre_fec_ber = 1e-5;
  bench.receiver.light_changed(light);
  run_until(Picoseconds(10'000));
  CHECK(bench.receiver.locked());
  CHECK(bench.log.locks.empty());
}

TEST_CASE("every interruption starts the relock anew") {
  ReceiverBench bench;
  bench.receiver.light_changed(good_light(0));
  run_until(Picoseconds(600));
  bench.receiver.light_changed(good_light(1));  // the first attempt would have ended at 1000
  run_until(Picoseconds(1'200));
  bench.receiver.light_changed(poor_light(1));  // the second at 1600
  run_until(Picoseconds(1'300));
  bench.receiver.light_changed(good_light(1));
  bench.receiver.light_changed(good_light(1));  // the same again: the attempt goes on
  run_until(Picoseconds(10'000));
  CHECK(bench.log.locks == Locks{{true, 1'300 + kRelock}});
}

TEST_CASE("a source that goes away and comes back at one instant has been away") {
  ReceiverBench bench;
  bench.lock();
  run_until(Picoseconds(5'000));
  bench.receiver.light_changed(good_light(1));
  bench.receiver.light_changed(good_light(0));
  run_until(Picoseconds(10'000));
  CHECK(bench.log.locks == Locks{{false, 5'000}, {true, 5'000 + kRelock}});
}

TEST_CASE("a frame under lock is handed over when it is decoded") {
  ReceiverBench bench;
  bench.lock();
  bench.deliver(10'000, 35'600);
  run_until(Picoseconds(35'599));
  CHECK(bench.sink.count == 0);
  run_until(Picoseconds(100'000));
  CHECK(bench.sink.count == 1);
  CHECK(bench.sink.last_available == Picoseconds(35'600 + kRxLatency + kDecode));
  CHECK(bench.log.delivered == 1);
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("a frame counts only if lock held from its first to its last bit") {
  ReceiverBench bench;
  bench.lock();
  SECTION("lost and found again in between") {
    bench.deliver(10'000, 35'600);
    run_until(Picoseconds(20'000));
    bench.receiver.light_changed(good_light(1));
    run_until(Picoseconds(50'000));
    CHECK(bench.receiver.locked());
    CHECK(bench.log.lost == Losses{{0, LossCause::unlocked, 35'600}});
  }
  SECTION("lost one picosecond before the last bit") {
    bench.deliver(10'000, 35'600);
    run_until(Picoseconds(35'599));
    bench.receiver.light_changed(ReceivedLight());
    run_until(Picoseconds(50'000));
    CHECK(bench.log.lost == Losses{{0, LossCause::unlocked, 35'600}});
  }
  SECTION("found at the first bit, or one picosecond too late") {
    run_until(Picoseconds(9'000));
    bench.receiver.light_changed(good_light(1));  // locks at 10000
    bench.deliver(9'999, 35'599);
    bench.deliver(10'000, 35'600);
    run_until(Picoseconds(50'000));
    CHECK(bench.log.lost == Losses{{0, LossCause::unlocked, 35'599}});
    CHECK(bench.sink.count == 1);
  }
  CHECK(bench.pool.in_flight() == 0);
}

}  // namespace
}  // namespace heliograph::systemc::test
