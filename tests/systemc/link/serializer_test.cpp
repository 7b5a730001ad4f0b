// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <rapidcheck.h>

#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {
namespace {

using base::BitRate;
using base::Bits;
using base::Picoseconds;

__extension__ using Wide = __int128;
constexpr Wide kPicosecondsPerSecond = 1'000'000'000'000;

/// ceil(start + bits / rate), with the whole of it in one rational.
std::int64_t exact_end(std::int64_t start, Wide bits, std::int64_t rate) {
  const Wide numerator = static_cast<Wide>(start) * rate + bits * kPicosecondsPerSecond;
  return static_cast<std::int64_t>((numerator + rate - 1) / rate);
}

TEST_CASE("a million frames at 212.5 Gb/s end where the rational says, to the picosecond") {
  constexpr std::int64_t kRate = 212'500'000'000;
  // 680 B take 25600 ps; 677 B take 25487.058... ps, which rounding a frame at a time would add up
  // to microseconds.
  const std::int64_t bytes = GENERATE(680, 677, 1);
  const std::int64_t start = GENERATE(0, 123'457);
  Serializer line((BitRate(kRate)));
  Picoseconds at(start);
  std::int64_t wrong = 0;
  for (std::int64_t frame = 1; frame <= 1'000'000; ++frame) {
    at = line.send(base::to_bits(base::Bytes(bytes)), at);
    wrong += at.count() == exact_end(start, static_cast<Wide>(frame) * bytes * 8, kRate) ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(line.free_at() == at);
}

TEST_CASE("an idle gap begins a new busy period") {
  Serializer line((BitRate(212'500'000'000)));
  const Bits frame(677 * 8);
  CHECK(line.free_at() == Picoseconds(0));
  CHECK(line.send(frame, Picoseconds(0)).count() == 25'488);       // 25487.06
  CHECK(line.send(frame, Picoseconds(25'488)).count() == 50'975);  // 50974.12, no gap
  CHECK(line.send(frame, Picoseconds(50'976)).count() == 76'464);  // a gap of 1 ps: from 50976 anew
  CHECK(line.send(frame, Picoseconds(76'464)).count() == 101'951);
}

TEST_CASE("an empty frame takes no time") {
  Serializer line((BitRate(3)));
  CHECK(line.send(Bits(0), Picoseconds(7)) == Picoseconds(7));
  CHECK(line.send(Bits(1), Picoseconds(7)) == Picoseconds(7 + 333'333'333'334));
}

TEST_CASE("busy periods of any frames at any rate follow the rational") {
  CHECK(rc::check("ceil(start + sum / rate)", [] {
    const auto rate = *rc::gen::inRange<std::int64_t>(1'000'000, 2'000'000'000'000);
    Serializer line((BitRate(rate)));
    std::int64_t start = 0;
    Wide sent = 0;
    const auto count = *rc::gen::inRange(1, 60);
    for (int i = 0; i < count; ++i) {
      const auto bits = *rc::gen::inRange<std::int64_t>(0, 100'000);
      const bool gap = *rc::gen::inRange(0, 4) == 0;
      std::int64_t at = line.free_at().count();
      if (gap) {
        at += *rc::gen::inRange<std::int64_t>(1, 100'000);
        start = at;
        sent = 0;
      }
      sent += bits;
      RC_ASSERT(line.send(Bits(bits), Picoseconds(at)).count() == exact_end(start, sent, rate));
    }
  }));
}

TEST_CASE("a busy period of days does not overflow") {
  Serializer line((BitRate(1'000'000'000'000)));
  const Bits petabyte(8'000'000'000'000'000);
  Picoseconds at(0);
  for (int i = 0; i < 100; ++i) {
    at = line.send(petabyte, at);
  }
  CHECK(at.count() == 800'000'000'000'000'000);
}

TEST_CASE("a train's pace says what its frames would do one by one, and takes back what is left") {
  CHECK(rc::check("pace", [] {
    const BitRate rate(*rc::gen::inRange<std::int64_t>(1'000'000, 900'000'000'000));
    const Bits bits(*rc::gen::inRange<std::int64_t>(1, 100'000));
    const std::int64_t count = *rc::gen::inRange<std::int64_t>(1, 200);
    const std::int64_t kept = *rc::gen::inRange<std::int64_t>(0, count + 1);
    const Picoseconds start(*rc::gen::inRange<std::int64_t>(0, 1'000'000));
    Serializer one_by_one(rate);
    Serializer at_once(rate);
    const Picoseconds behind = one_by_one.send(Bits(777), start);  // a busy period under way
    at_once.send(Bits(777), start);
    const Pace pace = at_once.send(bits, count, behind);
    Picoseconds first = behind;
    for (std::int64_t k = 0; k < kept; ++k) {
      RC_ASSERT(pace.first_bit(k) == first);
      RC_ASSERT(pace.begun(first, count) == k + 1);
      RC_ASSERT(pace.begun(first - Picoseconds(1), count) == k);
      first = one_by_one.send(bits, first);
      RC_ASSERT(pace.last_bit(k) == first);
      RC_ASSERT(pace.ended(first, count) == k + 1);
      RC_ASSERT(pace.from(k).last_bit(0) == first);
    }
    at_once.take_back(bits, count - kept);
    RC_ASSERT(at_once.free_at() == one_by_one.free_at());
    RC_ASSERT(at_once.send(Bits(99), first) == one_by_one.send(Bits(99), first));
  }));
}

}  // namespace
}  // namespace heliograph::systemc
