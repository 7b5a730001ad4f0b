// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/activity_chart.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <set>

#include "testbenches/html_report/run_sections.hpp"
#include "tests/testbenches/html_report/sample_run.hpp"

using namespace heliograph::testbenches;

namespace {

std::vector<Span> any_spans(int end) {
  std::vector<Span> spans;
  const int count = *rc::gen::inRange(0, 8);
  for (int i = 0; i < count; ++i) {
    const int from = *rc::gen::inRange(0, end);
    spans.push_back(
        {static_cast<double>(from), static_cast<double>(*rc::gen::inRange(from, end + 1))});
  }
  return spans;
}

}  // namespace

TEST_CASE("Joined spans cover what the spans cover, once") {
  REQUIRE(rc::check([] {
    const std::vector<Span> spans = any_spans(50);
    std::set<int> covered;
    for (const Span& span : spans) {
      for (int at = static_cast<int>(span.from); at < static_cast<int>(span.to); ++at) {
        covered.insert(at);
      }
    }
    double sum = 0.0;
    double last = -1.0;
    for (const Span& span : joined(spans, 0.0)) {
      RC_ASSERT(span.from > last);
      last = span.to;
      sum += span.to - span.from;
    }
    RC_ASSERT(sum == static_cast<double>(covered.size()));
  }));
}

TEST_CASE("Many rows are shown in groups whose cells add up to the whole") {
  REQUIRE(rc::check([] {
    Activity activity;
    activity.end = 120.0 * 7.0;  // a bin is 7 long
    activity.kinds = {{"busy", 0, {}}};
    double whole = 0.0;
    const std::size_t rows = *rc::gen::inRange<std::size_t>(41, 90);
    for (std::size_t i = 0; i < rows; ++i) {
      activity.rows.push_back("rank " + std::to_string(i));
      activity.kinds[0].spans.push_back(any_spans(840));
      for (const Span& span : joined(activity.kinds[0].spans.back(), 0.0)) {
        whole += span.to - span.from;
      }
    }
    const ReportChart chart = activity_chart("id", "T", "C", activity);
    RC_ASSERT(chart.spec["kind"] == "heat");
    RC_ASSERT(chart.spec["rows"].size() <= kMostActivityRows);
    const std::size_t group = (rows + kMostActivityRows - 1) / kMostActivityRows;
    double sum = 0.0;
    for (std::size_t line = 0; line < chart.spec["cells"].size(); ++line) {
      const std::size_t members = std::min(rows, (line + 1) * group) - line * group;
      for (const Json& share : chart.spec["cells"][line]) {
        RC_ASSERT(share.get<double>() >= 0.0 && share.get<double>() <= 1.0);
        sum += share.get<double>() * 7.0 * static_cast<double>(members);
      }
    }
    // Shares are rounded to three digits.
    const double cells = 120.0 * static_cast<double>(rows);
    RC_ASSERT(std::abs(sum - whole) <= 0.0005 * 7.0 * cells + 1e-6);
  }));
}

TEST_CASE("A circuit that is kept goes on through a dark window, another ends at it") {
  const ReportSection section = timeline_section(sample_run().result, nullptr);
  REQUIRE(section.charts.size() == 1);
  const Json& spec = section.charts[0].spec;
  CHECK(spec["unit"] == "µs");
  CHECK(spec["rows"] == Json::array({"0 → 1", "1 → 0"}));
  CHECK(spec["series"][0]["spans"] == Json::parse("[[0, 10.0, 110.0], [1, 10.0, 50.0]]"));
  CHECK(spec["series"][1]["spans"] ==
        Json::parse("[[0, 1.0, 10.0], [0, 50.0, 80.0], [1, 1.0, 10.0], [1, 50.0, 80.0]]"));
}

TEST_CASE("Percentiles are by nearest rank") {
  REQUIRE(rc::check([] {
    TimelineData data;
    const int count = *rc::gen::inRange(1, 300);
    std::vector<int> times;
    for (int i = 0; i < count; ++i) {
      times.push_back(*rc::gen::inRange(0, 1000));
      data.operations["send"].push_back(static_cast<double>(times.back()));
    }
    const Json row = operation_rows(data)[0];
    const auto check = [&](const char* key, int percent) {
      // The smallest of the times that so many per cent do not exceed.
      int best = 1000;
      for (const int time : times) {
        const auto below =
            std::count_if(times.begin(), times.end(), [&](int other) { return other <= time; });
        best =
            below * 100 >= static_cast<std::int64_t>(percent) * count ? std::min(best, time) : best;
      }
      RC_ASSERT(row[key] == best);
    };
    check("median_ps", 50);
    check("p90_ps", 90);
    check("p99_ps", 99);
    check("longest_ps", 100);
    RC_ASSERT(row["count"] == count);
  }));
}
