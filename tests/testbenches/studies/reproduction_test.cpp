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

/// No other project's files.
StudyContext presets_only() { return {"", tests::source_path("platforms/presets")}; }

/// Studies with rows that are not all predicted from elsewhere.
bool has_own_test(const ReproductionRow& row) {
  for (const char* name : {"measured_switches", "smartlight", "pipswitch", "perseus", "pccl",
                           "lumorph", "stragglar", "synctax", "morphlux-cost", "morphlux-spares",
                           "morphlux-allocation", "lumion", "lumorph-server"}) {
    if (row.study == name) {
      return true;
    }
  }
  return false;
}

TEST_CASE("every study runs without other projects' files and says what it lacks") {
  const std::vector<ReproductionRow> rows = reproduce({}, presets_only());
  CHECK(rows.size() > 60);
  for (const ReproductionRow& row : rows) {
    INFO(row.study << ": " << row.quantity);
    CHECK_FALSE(row.source.empty());
    if (has_own_test(row)) {
      continue;
    }
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
  const StudyContext context{folder, tests::source_path("platforms/presets")};
  for (const ReproductionRow& row : reproduce({}, context)) {
    INFO(row.study << ": " << row.quantity);
    if (!has_own_test(row)) {
      CHECK(row.verdict == Verdict::within);
    }
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
  RowMaker limits("s", "source");
  limits.predicted_at_most("below the limit", "dB", -20.0, -90.0, 0.0);
  limits.predicted_at_most("above the limit", "dB", -20.0, -19.0, 0.5);
  limits.predicted_at_most("not a number", "dB", -20.0, std::nan(""), 0.5);
  const std::vector<ReproductionRow> limited = limits.take();
  CHECK(limited[0].verdict == Verdict::within);
  CHECK(limited[1].verdict == Verdict::outside);
  CHECK(limited[2].verdict == Verdict::outside);
  CHECK_THAT(reproduction_text(limited, {}), Catch::Contains("<= -20"));
  CHECK_THAT(reproduction_text(rows, {{"s", "bad", "why"}}),
             Catch::Contains("1 within, 2 outside (1 of them known), 0 fitted, 1 reported"));
}

TEST_CASE("a fit of as many parameters as values had to agree, one of fewer may miss") {
  RowMaker maker("s", "source");
  maker.fitted({2, 2}, "agrees", "dB", 1.0, 1.1, 0.2);
  maker.fitted({2, 2}, "a preset that is not what was fitted", "dB", 1.0, 1.3, 0.2);
  maker.fitted({1, 2}, "follows", "dB", 1.0, 1.1, 0.2);
  maker.fitted({1, 2}, "misses", "dB", 1.0, 1.3, 0.2);
  maker.fitted_at_most({1, 2}, "keeps to a limit", "dB", 1.0, 0.0, 0.2);
  maker.shown(ReproductionBasis::assumed, "recalled", "dB", 1.0, 2.0, "recalled");
  const std::vector<ReproductionRow> rows = maker.take();
  const std::vector<Verdict> wanted{Verdict::fitted,  Verdict::outside, Verdict::within,
                                    Verdict::outside, Verdict::within,  Verdict::reported};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].quantity);
    CHECK(rows[i].verdict == wanted[i]);
    CHECK(rows[i].basis == (i < 5 ? ReproductionBasis::fitted : ReproductionBasis::assumed));
  }
  CHECK(rows[1].fitted_parameters == 2);
  CHECK_FALSE(rows[5].deviation);
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
