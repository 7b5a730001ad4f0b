// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/routing/matching.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::PortId;

TEST_CASE("a matching refuses to take a port twice") {
  Matching matching(4);
  matching.connect(PortId{0}, PortId{2});
  CHECK_FALSE(matching.can_connect(PortId{1}, PortId{2}));
  CHECK_THROWS_AS(matching.connect(PortId{1}, PortId{2}), std::invalid_argument);
  CHECK_THROWS_AS(matching.connect(PortId{0}, PortId{1}), std::invalid_argument);
  CHECK_THROWS_AS(matching.connect(PortId{4}, PortId{1}), std::invalid_argument);
  CHECK_THROWS_AS(matching.connect(PortId{1}, PortId{4}), std::invalid_argument);
  CHECK(matching.size() == 1);
  CHECK(matching.input_of(PortId{2}) == PortId{0});
  matching.disconnect(PortId{0});
  matching.disconnect(PortId{0});
  CHECK(matching.size() == 0);
  CHECK(matching == Matching(4));
}
