// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "testbenches/calibration/wilson.hpp"

using namespace heliograph::testbenches;

TEST_CASE("Wilson's interval gives the published examples") {
  // Newcombe, Statistics in Medicine 17, 857 (1998), score method without continuity correction.
  struct Example {
    std::size_t met;
    std::size_t all;
    double least;
    double most;
  };
  for (const Example& e : {Example{81, 263, 0.2553, 0.3662}, Example{15, 148, 0.0624, 0.1605},
                           Example{0, 20, 0.0, 0.1611}, Example{1, 29, 0.0061, 0.1718}}) {
    CAPTURE(e.met, e.all);
    const ShareInterval interval = wilson_interval(e.met, e.all);
    CHECK(interval.least == Approx(e.least).margin(5e-5));
    CHECK(interval.most == Approx(e.most).margin(5e-5));
    const ShareInterval missed = wilson_interval(e.all - e.met, e.all);
    CHECK(missed.least == Approx(1.0 - interval.most).margin(1e-12));
    CHECK(missed.most == Approx(1.0 - interval.least).margin(1e-12));
  }
}

TEST_CASE("a share needs trials") {
  CHECK_THROWS_AS(wilson_interval(0, 0), std::invalid_argument);
  CHECK_THROWS_AS(wilson_interval(3, 2), std::invalid_argument);
}
