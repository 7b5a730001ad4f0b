// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "systemc/link/lane_lock.hpp"
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {
namespace {

using base::Picoseconds;
using base::TransceiverId;
using State = LockState;

constexpr LockTimes kTimes{Picoseconds(1'000), Picoseconds(100), Picoseconds(5'000),
                           Picoseconds(0)};

LaneSignal good(std::uint32_t source) { return {TransceiverId{source}, false, true}; }
LaneSignal poor(std::uint32_t source) { return {TransceiverId{source}, false, false}; }
LaneSignal dark() { return {}; }

/// A lane and its clock.
struct Lane {
  explicit Lane(const LockTimes& times = kTimes) : lock(times) { lock.power(true, Picoseconds(0)); }
  /// Goes on to `when`, the instant itself included.
  State at(std::int64_t when) {
    while (lock.deadline() <= Picoseconds(when)) {
      lock.due(lock.deadline());
    }
    return lock.state();
  }
  State light(std::int64_t when, const LaneSignal& signal) {
    at(when);
    lock.light(signal, Picoseconds(when));
    return lock.state();
  }
  State mask(std::int64_t when, bool masked) {
    at(when);
    lock.mask(masked);
    return lock.state();
  }

  LaneLock lock;
};

TEST_CASE("a lane scans, acquires and locks to the picosecond of each preset") {
  TransceiverParameters parameters;
  const auto [preset, relock] =
      GENERATE(std::pair{RelockPreset::phase_cached, std::int64_t{625}},
               std::pair{RelockPreset::burst_mode, std::int64_t{31'000}},
               std::pair{RelockPreset::wavelength_selective, std::int64_t{8'700'000}},
               std::pair{RelockPreset::commodity, std::int64_t{5'200'000'000}},
               std::pair{RelockPreset::dsp, std::int64_t{50'000'000'000}});
  parameters.relock_preset = preset;
  Lane lane(parameters.lock_times());
  CHECK(lane.at(300) == State::scan);
  CHECK(lane.light(400, good(1)) == State::acquire);
  CHECK(lane.at(400 + relock - 1) == State::acquire);
  CHECK(lane.at(400 + relock) == State::lock);
  CHECK(lane.lock.held_since(Picoseconds(400 + relock), Picoseconds(400 + relock)));
  CHECK_FALSE(lane.lock.held_since(Picoseconds(400 + relock - 1), Picoseconds(400 + relock)));
  // Without a hold time the smallest dip costs the clock.
  CHECK(lane.light(500 + relock, poor(1)) == State::lost);
  CHECK(lane.light(501 + relock, good(1)) == State::acquire);
  CHECK(lane.at(501 + 2 * relock) == State::lock);
}

TEST_CASE("poor light does not take a lane out of its scan") {
  Lane lane;
  CHECK(lane.light(10, poor(1)) == State::scan);
  CHECK(lane.light(20, good(1)) == State::acquire);
  CHECK(lane.light(30, poor(1)) == State::scan);
  CHECK(lane.at(5'000) == State::scan);
}

TEST_CASE("a dip shorter than the hold time is made good in the comeback time") {
  Lane lane;
  lane.light(0, good(1));
  CHECK(lane.light(2'000, poor(1)) == State::hold);
  CHECK_FALSE(lane.lock.locked());
  CHECK(lane.light(6'999, good(1)) == State::acquire);
  CHECK(lane.at(7'098) == State::acquire);
  CHECK(lane.at(7'099) == State::lock);
}

TEST_CASE("a hold is over after the hold time, whichever event of the instant comes first") {
  Lane lane;
  lane.light(0, good(1));
  lane.light(2'000, poor(1));
  CHECK(lane.at(6'999) == State::hold);
  if (GENERATE(true, false)) {
    CHECK(lane.at(7'000) == State::lost);
    lane.lock.light(good(1), Picoseconds(7'000));
  } else {
    lane.lock.light(good(1), Picoseconds(7'000));
  }
  CHECK(lane.lock.state() == State::acquire);
  CHECK(lane.at(7'999) == State::acquire);
  CHECK(lane.at(8'000) == State::lock);
}

TEST_CASE("the clock of one source is no help with another's light") {
  Lane lane;
  lane.light(0, good(1));
  CHECK(lane.light(2'000, poor(2)) == State::hold);  // the other one shows, but too poor
  CHECK(lane.light(2'500, good(2)) == State::acquire);
  CHECK(lane.at(3'499) == State::acquire);
  CHECK(lane.at(3'500) == State::lock);
  CHECK(lane.light(4'000, good(1)) == State::acquire);
  CHECK(lane.at(5'000) == State::lock);
}

TEST_CASE("darkness is the end of a lock and of a hold") {
  Lane lane;
  lane.light(0, good(1));
  CHECK(lane.light(2'000, dark()) == State::lost);
  lane.light(3'000, good(1));
  CHECK(lane.light(5'000, poor(1)) == State::hold);
  CHECK(lane.light(5'100, dark()) == State::lost);
  CHECK(lane.at(50'000) == State::lost);
}

TEST_CASE("a mask holds the clock as long as the light lasts") {
  Lane lane;
  lane.light(0, good(1));
  CHECK(lane.mask(2'000, true) == State::hold);
  CHECK(lane.lock.locked());
  CHECK(lane.at(1'000'000) == State::hold);
  CHECK(lane.mask(1'000'000, false) == State::lock);
}

TEST_CASE("a mask during a hold changes nothing of when it ends") {
  Lane lane;
  lane.light(0, good(1));
  lane.light(2'000, poor(1));
  CHECK(lane.mask(3'000, true) == State::hold);
  CHECK(lane.at(6'999) == State::hold);
  CHECK(lane.at(7'000) == State::lost);
  CHECK(lane.light(8'000, good(2)) == State::acquire);
  CHECK(lane.at(9'000) == State::hold);  // locked, but masked
  CHECK(lane.mask(9'500, false) == State::lock);
}

TEST_CASE("a ring searches once it has light, and again after it was off") {
  LockTimes times = kTimes;
  times.ring_scan = Picoseconds(200'000);
  Lane lane(times);
  CHECK(lane.light(50, good(1)) == State::scan);
  CHECK_FALSE(lane.lock.tuned());
  CHECK(lane.at(200'049) == State::scan);
  CHECK(lane.at(200'050) == State::acquire);
  CHECK(lane.at(201'050) == State::lock);
  CHECK(lane.light(300'000, dark()) == State::lost);
  CHECK(lane.light(300'100, good(1)) == State::acquire);  // the heater has kept its place
  lane.lock.power(false, Picoseconds(300'200));
  CHECK(lane.lock.state() == State::off);
  CHECK(lane.light(300'300, good(1)) == State::off);
  lane.lock.power(true, Picoseconds(300'400));
  CHECK(lane.lock.state() == State::scan);
  CHECK(lane.at(500'400) == State::acquire);
}

TEST_CASE("darkness starts a ring's search anew") {
  LockTimes times = kTimes;
  times.ring_scan = Picoseconds(200'000);
  Lane lane(times);
  lane.light(0, poor(1));
  lane.light(150'000, dark());
  lane.light(160'000, good(1));
  CHECK(lane.at(359'999) == State::scan);
  CHECK(lane.at(360'000) == State::acquire);
}

TEST_CASE("no lock without its time since acceptable light, and no step but the legal ones") {
  const std::set<std::pair<State, State>> legal{
      {State::scan, State::acquire}, {State::acquire, State::lock}, {State::acquire, State::hold},
      {State::acquire, State::scan}, {State::lock, State::hold},    {State::lock, State::lost},
      {State::lock, State::acquire}, {State::hold, State::lock},    {State::hold, State::acquire},
      {State::hold, State::lost},    {State::lost, State::acquire}, {State::off, State::scan},
      {State::scan, State::off},     {State::acquire, State::off},  {State::lock, State::off},
      {State::hold, State::off},     {State::lost, State::off},     {State::off, State::acquire}};
  CHECK(rc::check("random light", [&legal] {
    LockTimes times = kTimes;
    times.hold = Picoseconds(*rc::gen::element(0, 700, 5'000));
    LaneLock lock(times);
    lock.power(true, Picoseconds(0));
    std::int64_t now = 0;
    LaneSignal signal;
    std::int64_t acceptable_since = -1;  // of one source without a break
    State before = lock.state();
    const auto look = [&](std::int64_t when) {
      const State state = lock.state();
      RC_ASSERT(state == before || legal.count({before, state}) == 1);
      if (state == State::lock) {
        RC_ASSERT(signal.acceptable);
        RC_ASSERT(acceptable_since >= 0);
        const std::int64_t least =
            times.hold.count() > 0 ? times.comeback.count() : times.relock.count();
        RC_ASSERT(when - acceptable_since >= least);
      }
      before = state;
    };
    const auto steps = *rc::gen::container<std::vector<std::pair<int, int>>>(
        40, rc::gen::pair(rc::gen::inRange(0, 1'500), rc::gen::inRange(0, 9)));
    for (const auto& [wait, what] : steps) {
      while (lock.deadline() <= Picoseconds(now + wait)) {
        const std::int64_t due = lock.deadline().count();
        lock.due(Picoseconds(due));
        look(due);
      }
      now += wait;
      if (what == 8) {
        lock.power(!lock.powered(), Picoseconds(now));
      } else if (what >= 6) {
        lock.mask(what == 6);
      } else {
        const LaneSignal next = what == 0 ? dark() : what < 4 ? good(what % 2) : poor(what % 2);
        if (!next.acceptable) {
          acceptable_since = -1;
        } else if (acceptable_since < 0 || next.source != signal.source) {
          acceptable_since = now;
        }
        signal = next;
        lock.light(next, Picoseconds(now));
      }
      look(now);
    }
  }));
}

}  // namespace
}  // namespace heliograph::systemc
