// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <rapidcheck.h>
#include <type_traits>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::base {
namespace {

__extension__ using Wide = __int128;
constexpr Wide kPicosecondsPerSecond = 1'000'000'000'000;

TEST_CASE("picoseconds are whole and ordered") {
  CHECK((Picoseconds(5) + Picoseconds(7)).count() == 12);
  CHECK((Picoseconds(5) - Picoseconds(7)).count() == -2);
  CHECK((Picoseconds(5) * 3).count() == 15);
  Picoseconds sum(1);
  sum += Picoseconds(2);
  CHECK(sum == Picoseconds(3));
  CHECK(Picoseconds(3) < Picoseconds(4));
  CHECK(Picoseconds(4) > Picoseconds(3));
  CHECK(Picoseconds(4) != Picoseconds(3));
  CHECK(Picoseconds::never() > Picoseconds(std::numeric_limits<std::int64_t>::max() - 1));
  CHECK(Picoseconds(1'500'000).seconds() == Approx(1.5e-6).epsilon(1e-15));
}

TEST_CASE("spans from physics round to the nearest picosecond") {
  CHECK(round_to_picoseconds(Second(0.0)).count() == 0);
  CHECK(round_to_picoseconds(Second(1.4e-12)).count() == 1);
  CHECK(round_to_picoseconds(Second(1.6e-12)).count() == 2);
  CHECK(round_to_picoseconds(Second(-1.6e-12)).count() == -2);
  CHECK(round_to_picoseconds(Second(1.0)).count() == 1'000'000'000'000);
}

TEST_CASE("bits and bytes count apart") {
  CHECK(to_bits(Bytes(680)).count() == 5440);
  CHECK((Bytes(3) + Bytes(4) - Bytes(2)).count() == 5);
  CHECK((Bytes(3) * 4).count() == 12);
  CHECK(units_to_cover(Bytes(0), Bytes(628)) == 0);
  CHECK(units_to_cover(Bytes(1), Bytes(628)) == 1);
  CHECK(units_to_cover(Bytes(628), Bytes(628)) == 1);
  CHECK(units_to_cover(Bytes(629), Bytes(628)) == 2);
  STATIC_REQUIRE(!std::is_constructible_v<Bits, Bytes>);
  STATIC_REQUIRE(!std::is_convertible_v<std::int64_t, Bytes>);
  STATIC_REQUIRE(!std::is_convertible_v<PortId, CellId>);
}

TEST_CASE("serialisation takes the exact time, rounded up") {
  struct Row {
    std::int64_t bits, rate, picoseconds;
  };
  const Row row =
      GENERATE(Row{0, 1, 0}, Row{1, 1, 1'000'000'000'000}, Row{1, 1'000'000'000'000, 1},
               Row{1, 2'000'000'000'000, 1}, Row{2, 2'000'000'000'000, 1},
               Row{3, 2'000'000'000'000, 2}, Row{5440, 212'500'000'000, 25600},
               Row{5441, 212'500'000'000, 25605}, Row{1, 3, 333'333'333'334},
               // 1 EB: far beyond 64 bits before the division.
               Row{8'000'000'000'000'000'000, 1'000'000'000'000'000'000, 8'000'000'000'000});
  CHECK(serialisation_time(Bits(row.bits), BitRate(row.rate)).count() == row.picoseconds);
}

TEST_CASE("serialisation_time is the least whole picosecond that is long enough") {
  CHECK(rc::check("ceil of the rational", [] {
    const auto rate = *rc::gen::inRange<std::int64_t>(1'000, 20'000'000'000'000);
    const auto bits = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
    const Wide time = serialisation_time(Bits(bits), BitRate(rate)).count();
    const Wide exact = static_cast<Wide>(bits) * kPicosecondsPerSecond;
    RC_ASSERT(time * rate >= exact);
    RC_ASSERT((time - 1) * rate < exact);
  }));
}

TEST_CASE("serialisation never takes longer in one piece than in parts") {
  CHECK(rc::check("subadditive", [] {
    const BitRate rate(*rc::gen::inRange<std::int64_t>(1'000'000, 1'000'000'000'000));
    const Bits a(*rc::gen::inRange<std::int64_t>(0, 1'000'000));
    const Bits b(*rc::gen::inRange<std::int64_t>(0, 1'000'000));
    const Picoseconds parts = serialisation_time(a, rate) + serialisation_time(b, rate);
    RC_ASSERT(serialisation_time(a + b, rate) <= parts);
    RC_ASSERT(serialisation_time(a + b, rate) >= parts - Picoseconds(1));
  }));
}

}  // namespace
}  // namespace heliograph::base
