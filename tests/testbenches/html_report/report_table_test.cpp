// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/report_table.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "testbenches/html_report/report_page.hpp"

using namespace heliograph::testbenches;

namespace {

/// The fields of a CSV text by RFC 4180, read by a state machine that shares nothing with the
/// writer.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\r') {
      continue;
    } else if (!quoted && c == '\n') {
      rows.push_back({""});
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::string any_text() {
  const std::string letters = "ab\",\n\r;<>& '";
  std::string text;
  const int length = *rc::gen::inRange(0, 12);
  for (int i = 0; i < length; ++i) {
    text += letters[*rc::gen::inRange<std::size_t>(0, letters.size())];
  }
  return text;
}

}  // namespace

TEST_CASE("Columns have units, and times and energies the unit that suits them") {
  const ReportTable table = rows_table(
      "t", "T",
      Json::parse(R"([{"flight_ps": 19642, "loss_dB": 6.5, "total_J": 2.5e-6, "share": 0.25,
                       "pre_fec_ber": 1e-9, "bytes": 1048576, "rate_Gbps": 212.5,
                       "lost": {"dark": 3}, "pairs": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]},
                      {"flight_ps": 2000000, "late": true, "loss_dB": null}])"));
  REQUIRE(table.columns.size() == 10);
  const auto head = [&](std::size_t i) {
    return table.columns[i].name + " [" + table.columns[i].unit + "]";
  };
  CHECK(head(0) == "flight [µs]");
  CHECK(head(1) == "loss [dB]");
  CHECK(head(2) == "total [µJ]");
  CHECK(head(3) == "share [%]");
  CHECK(head(4) == "pre FEC BER []");
  CHECK(head(5) == "bytes [B]");
  CHECK(head(6) == "rate [Gb/s]");
  CHECK(head(7) == "lost dark []");
  CHECK(cell_text(table.columns[0], table.rows[0][0]) == "0.01964");
  CHECK(cell_text(table.columns[3], table.rows[0][3]) == "25.00");
  CHECK(cell_text(table.columns[5], table.rows[0][5]) == "1\u202F048\u202F576");
  CHECK(table.rows[0][8] == "0->1 1->2");
  CHECK(table.rows[1][8].is_null());
  CHECK(cell_text(table.columns[1], table.rows[1][1]) == "–");
  CHECK(cell_text(table.columns[9], table.rows[1][9]) == "yes");
}

TEST_CASE("CSV keeps the keys and the numbers of the files") {
  const ReportTable table =
      rows_table("t", "T", Json::parse(R"([{"a_ps": 92089739, "b": 0.1, "c": "x,\"y\""},
                                           {"a_ps": null, "b": 4.084289531860052e-05}])"));
  CHECK(csv_text(table) ==
        "a_ps,b,c\r\n92089739,0.1,\"x,\"\"y\"\"\"\r\n,4.084289531860052e-05,\r\n");
}

TEST_CASE("Any text comes back from CSV as it was") {
  REQUIRE(rc::check([] {
    Json rows = Json::array();
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i) {
      rows.push_back({{"first", any_text()}, {"second", any_text()}});
    }
    const auto read = parsed(csv_text(rows_table("t", "T", rows)));
    RC_ASSERT(read.size() == rows.size() + 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      RC_ASSERT(read[i + 1][0] == rows[i]["first"].get<std::string>());
      RC_ASSERT(read[i + 1][1] == rows[i]["second"].get<std::string>());
    }
  }));
}

TEST_CASE("No text of a run becomes markup") {
  REQUIRE(rc::check([] {
    Report report;
    report.title = any_text() + "</title><script>";
    ReportSection section{"s", "<b>", {any_text()}, {"<i>"}, {}, {}};
    section.charts.push_back({"c", "</figure>", "\"", {{"kind", "</script>"}}});
    section.tables.push_back(
        rows_table("t", "<table>", Json::array({{{"<td>", any_text() + "</td>"}}})));
    report.sections.push_back(section);
    const std::string page = report_page(report, {"", "", "1"});
    for (const char* raw : {"<b>", "<i>", "</title><script>", "<td></td>", "kind\":\"</script>"}) {
      RC_ASSERT(page.find(raw) == std::string::npos);
    }
    RC_ASSERT(page.find("</title>") == page.rfind("</title>"));
  }));
}
