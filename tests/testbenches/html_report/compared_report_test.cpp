// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbenches/html_report/run_difference.hpp"
#include "tests/testbenches/html_report/sample_run.hpp"

using namespace heliograph::testbenches;

TEST_CASE("Two runs that differ in one parameter: that first, then what follows") {
  const RunFiles one = sample_run();
  RunFiles other = sample_run();
  other.manifest["parameters"][0]["value"] = "60";
  other.result["time"]["completion_ps"] = 130000000;
  other.result["time"]["split"]["dark_exposed_ps"] = 60000000;
  const Report report = compared_report(one, other);
  CHECK(report.answer[0] ==
        "The two runs differ in one parameter: switch.settle_us, 30 in A and 60 in B.");
  CHECK(report.answer[1] == "A completes in 100 µs, B in 130 µs: +30.0 %.");
  CHECK(report.answer[2] == "On the critical path, dark, exposed changes most: 30 µs more in B.");
  REQUIRE(report.sections.size() == 2);
  CHECK(report.sections[0].title == "Parameters that differ");
  REQUIRE(report.sections[0].tables.size() == 1);
  REQUIRE(report.sections[0].tables[0].rows.size() == 1);
  CHECK(report.sections[0].tables[0].rows[0][0] == "switch.settle_us");
  CHECK(consequences(one.result, other.result) ==
        Json::parse(R"([{"quantity": "time.completion_ps", "in A": 100000000, "in B": 130000000,
                         "share": 0.30000000000000004},
                        {"quantity": "time.split.dark_exposed_ps", "in A": 30000000,
                         "in B": 60000000, "share": 1.0}])"));
}

TEST_CASE("A run compared with itself differs in nothing") {
  const Report report = compared_report(sample_run(), sample_run());
  CHECK(report.answer[0] == "The two runs have the same parameters.");
  CHECK(report.answer[1] == "Both complete in 100 µs.");
  CHECK(report.answer[2] == "No part of the critical path differs.");
  CHECK(report.sections[0].tables.empty());
  CHECK(report.sections[1].tables.empty());
}

TEST_CASE("What only one run has differs") {
  const Json one = Json::parse(R"([{"n": "a", "v": 1}, {"n": "b", "v": 2}])");
  const Json other = Json::parse(R"([{"n": "b", "v": 2}, {"n": "c", "v": 3}])");
  CHECK(
      differing(one, other, "n", "v", {}) ==
      Json::parse(R"([{"n": "a", "in A": 1, "in B": null}, {"n": "c", "in A": null, "in B": 3}])"));
}
