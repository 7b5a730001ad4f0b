// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/line_plot.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

using namespace heliograph::testbenches;

TEST_CASE("a plot has its points where its axes say") {
  const PlotPanel linear{"shares", "n", "%", false, 0.0, 100.0, {{"a & b", {{0, 0}, {10, 100}}}}};
  const PlotPanel decades{"times", "n", "ms", true, 0.01, 1.0, {{"a & b", {{5, 0.1}, {10, 5.0}}}}};
  pugi::xml_document page;
  REQUIRE(page.load_string(line_plot_svg("a plot", "words", {linear, decades}).c_str()));
  const auto circles = page.select_nodes("/svg/g/circle");
  REQUIRE(circles.size() == 3);  // 5 ms are beyond the axis
  const auto at = [&](std::size_t i, const char* name) {
    return circles[i].node().attribute(name).as_double();
  };
  CHECK(at(0, "cy") - at(1, "cy") == Approx(270.0));
  CHECK(at(1, "cx") - at(0, "cx") == Approx(400.0));
  // The middle of two decades and of the axis.
  CHECK(at(2, "cy") == Approx((at(0, "cy") + at(1, "cy")) / 2));
  CHECK(at(2, "cx") - at(0, "cx") == Approx(490.0 + 200.0));
  CHECK(page.select_nodes("//text[text()='a & b']").size() == 1);
  PlotPanel empty = linear;
  empty.curves.clear();
  CHECK_THROWS_AS(line_plot_svg("a plot", "", {empty}), std::invalid_argument);
}
