// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <catch2/catch.hpp>

#include "systemc/link/lane_fault.hpp"

using namespace heliograph;
using namespace heliograph::systemc;
using Faults = std::vector<LaneFault>;

TEST_CASE("lane faults are read as they are written") {
  CHECK(parse_lane_faults("") == Faults{});
  CHECK(parse_lane_faults("  ") == Faults{});
  CHECK(parse_lane_faults("3:1") == Faults{{base::TransceiverId{3}, 1, base::Picoseconds(0)}});
  CHECK(parse_lane_faults(" 3 : 1 , 0:2 @ 40.5") ==
        Faults{{base::TransceiverId{3}, 1, base::Picoseconds(0)},
               {base::TransceiverId{0}, 2, base::Picoseconds(40'500'000)}});
}

TEST_CASE("anything else is refused") {
  for (const char* text : {"3", ":", "3:", ":1", "3:1,", ",3:1", "3:1@", "3:-1", "-3:1", "3:1@-4",
                           "3:1@1e10", "3:1 0:2", "a:b", "3:1@nan", "3.5:1", "3:99999999999"}) {
    INFO(text);
    CHECK_FALSE(parse_lane_faults(text).has_value());
  }
}
