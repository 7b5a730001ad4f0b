// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <rapidcheck.h>
#include <vector>

#include "systemc/electrical/link_line.hpp"
#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {
namespace {

using base::BitRate;
using base::Bits;
using base::Picoseconds;

/// When frames that enter one by one leave.
std::vector<std::int64_t> one_by_one(LinkLine& line, const Pace& ready, Bits bits,
                                     std::int64_t count) {
  std::vector<std::int64_t> ends;
  for (std::int64_t k = 0; k < count; ++k) {
    ends.push_back(line.enter(ready.from(k), bits, 1).pace.last_bit(0).count());
  }
  return ends;
}

std::vector<std::int64_t> as_trains(LinkLine& line, Pace ready, Bits bits, std::int64_t count) {
  std::vector<std::int64_t> ends;
  while (count > 0) {
    const LinkLine::Passage passage = line.enter(ready, bits, count);
    for (std::int64_t k = 0; k < passage.count; ++k) {
      ends.push_back(passage.pace.last_bit(k).count());
    }
    ready = ready.from(passage.count);
    count -= passage.count;
  }
  return ends;
}

TEST_CASE("a train leaves a link as its frames one by one would, whatever went before") {
  CHECK(rc::check("to the picosecond", [] {
    const auto rate = *rc::gen::inRange<std::int64_t>(1'000'000'000, 1'000'000'000'000);
    const auto faster =
        *rc::gen::inRange(0, 2) == 0 ? std::int64_t{0} : *rc::gen::inRange<std::int64_t>(1, rate);
    const Bits bits(*rc::gen::inRange(1, 2'000));
    LinkLine by_frames{BitRate(rate)};
    LinkLine by_trains{BitRate(rate)};
    Serializer source{BitRate(rate + faster)};
    std::int64_t at = 0;
    for (int burst = 0; burst < 6; ++burst) {
      // Around the instant at which the line becomes free roundings matter.
      const std::int64_t free_at = by_frames.free_at().count();
      const std::int64_t gap = *rc::gen::inRange(0, 3) == 0
                                   ? *rc::gen::inRange(0, 100'000)
                                   : free_at - at - 2 + *rc::gen::inRange(0, 5);
      at = std::max(at + std::max<std::int64_t>(gap, 0), source.free_at().count());
      const auto count = *rc::gen::inRange<std::int64_t>(1, 50);
      const Pace ready = source.send(bits, count, Picoseconds(at));
      RC_ASSERT(one_by_one(by_frames, ready, bits, count) ==
                as_trains(by_trains, ready, bits, count));
      RC_ASSERT(by_frames.free_at() == by_trains.free_at());
    }
    RC_ASSERT(by_frames.sent() == by_trains.sent());
  }));
}

TEST_CASE("what comes at the line's own rate passes without a gap and without a wait") {
  LinkLine line{BitRate(212'500'000'000)};
  Serializer source{BitRate(212'500'000'000)};
  const Bits bits(677 * 8);  // 25487.06 ps
  for (std::int64_t message = 0; message < 3; ++message) {
    const Pace ready = source.send(bits, 1'000, source.free_at()).delayed(Picoseconds(40));
    const LinkLine::Passage passage = line.enter(ready, bits, 1'000);
    CHECK(passage.count == 1'000);
    CHECK(passage.pace.last_bit(999) == ready.last_bit(999));
  }
  CHECK(line.longest_wait() == Picoseconds(0));
}

}  // namespace
}  // namespace heliograph::systemc
