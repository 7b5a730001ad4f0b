// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"
#include "testbenches/studies/known_misses.hpp"
#include "testbenches/studies/reproduction_report.hpp"
#include "testbenches/studies/study_list.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

TEST_CASE("every study runs without other projects' files and says what it lacks") {
  const std::vector<ReproductionRow> rows = reproduce({}, StudyContext{});
  CHECK(rows.size() == 26);
  for (const ReproductionRow& row : rows) {
    INFO(row.study << ": " << row.quantity);
    CHECK_FALSE(row.source.empty());
    CHECK(row.published);
    CHECK(row.basis == ReproductionBasis::predicted);
    CHECK(row.fitted_parameters == 0);
    if (row.study == "picbench_benes") {
      CHECK(row.verdict == Verdict::reported);
      CHECK(std::abs(*row.deviation) < 1e-12);
      CHECK_FALSE(row.tolerance);
      CHECK(row.note == "netlist/benes_4x4.json is not there: our own netlist of the same network");
    } else if (row.verdict == Verdict::reported) {
      CHECK_FALSE(row.model);
      CHECK_THAT(row.note, Catch::StartsWith("needs "));
    } else {
      CHECK(row.verdict == Verdict::within);
      CHECK(std::abs(*row.deviation) <= *row.tolerance);
    }
  }
  CHECK(unexpected_misses(rows, known_misses()).empty());
}

TEST_CASE("with other projects' files every row is within") {
  const auto file = tests::case_path("netlist/benes_4x4.json");
  HELIOGRAPH_SKIP_WITHOUT(file, "netlist/benes_4x4.json")
  const std::string folder = file->substr(0, file->rfind("/netlist/"));
  for (const ReproductionRow& row : reproduce({}, StudyContext{folder})) {
    INFO(row.study << ": " << row.quantity);
    CHECK(row.verdict == Verdict::within);
  }
}

TEST_CASE("studies are chosen by name") {
  const std::vector<ReproductionRow> rows = reproduce({"fec_thresholds"}, StudyContext{});
  REQUIRE(rows.size() == 4);
  CHECK(rows.front().study == "fec_thresholds");
  CHECK_THROWS_AS(reproduce({"fec_threshold"}, StudyContext{}), base::InputError);
  CHECK_THROWS_WITH(reproduce({"fec_threshold"}, StudyContext{}),
                    Catch::Contains("there is no study 'fec_threshold'") &&
                        Catch::Contains("did you mean 'fec_thresholds'?"));
}

TEST_CASE("a row outside its tolerance is a miss unless it is known") {
  RowMaker maker("s", "source");
  maker.predicted("good", "dB", 1.0, 1.4, 0.5);
  maker.predicted("bad", "dB", 1.0, 1.6, 0.5);
  maker.predicted("not a number", "dB", 1.0, std::nan(""), 0.5);
  maker.reported("absent", "dB", 1.0, "needs x");
  const std::vector<ReproductionRow> rows = maker.take();
  CHECK(rows[0].verdict == Verdict::within);
  CHECK(rows[1].verdict == Verdict::outside);
  CHECK(rows[2].verdict == Verdict::outside);
  CHECK(rows[3].verdict == Verdict::reported);
  CHECK(unexpected_misses(rows, {}).size() == 2);
  CHECK(unexpected_misses(rows, {{"s", "bad", "why"}}).size() == 1);
  CHECK(unexpected_misses(rows, {{"t", "bad", "why"}}).size() == 2);
  CHECK_THAT(reproduction_text(rows, {{"s", "bad", "why"}}),
             Catch::Contains("1 within, 2 outside (1 of them known), 0 fitted, 1 reported"));
}

TEST_CASE("the rows as JSON have the keys of the table of truth") {
  const auto json =
      nlohmann::json::parse(reproduction_json(reproduce({"siepic_coupler"}, StudyContext{})));
  REQUIRE(json["rows"].size() == 3);
  for (const char* key : {"study", "quantity", "unit", "published", "model", "deviation",
                          "tolerance", "basis", "fitted_parameters", "verdict", "source"}) {
    CHECK(json["rows"][0].contains(key));
  }
  CHECK(json["rows"][0]["model"].is_null());
  CHECK(json["rows"][0]["verdict"] == "reported");
}

}  // namespace
}  // namespace heliograph::testbenches
