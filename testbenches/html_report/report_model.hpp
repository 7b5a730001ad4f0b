// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/html_report/json_access.hpp"
#include "testbenches/html_report/report_table.hpp"

namespace heliograph::testbenches {

/// What a run left behind, as read back.
// NOLINTNEXTLINE(bugprone-exception-escape): moving a Json throws nothing
struct RunFiles {
  std::string name;  ///< by which the report speaks of the run, where it speaks of two
  Json result;
  Json manifest;
  std::optional<Json> timeline;  ///< of runs that wrote one
};

/// A chart, of which the page's script makes one of the chart library. `spec` by `kind`:
/// - `stack`: horizontal bars of parts; `labels`, `series: [{name, colour, values}]`, `unit`
/// - `spans`: bars along time; `rows` (names), `series: [{name, colour, back, spans: [[row, from,
///   to], ...]}]`, `unit`, `end`; those with `back` are behind all rows
/// - `heat`: cells by share; `rows`, `cells: [[share, ...], ...]`, `start`, `step`, `unit`, `what`
/// - `pairs`: as `stack`, side by side
/// - `points`: `series: [{name, colour, points: [[x, y, label], ...]}]`, `x`, `y`, `log`
struct ReportChart {
  std::string id;
  std::string title;
  std::string caption;  ///< what it shows, for who does not see it too
  Json spec;
};

struct ReportSection {
  std::string id;
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<std::string> points;  ///< of a list
  std::vector<ReportChart> charts;
  std::vector<ReportTable> tables;

  [[nodiscard]] bool empty() const {
    return paragraphs.empty() && points.empty() && charts.empty() && tables.empty();
  }
};

/// One of the numbers that a report opens with.
struct KeyFigure {
  std::string name;
  std::string value;
  std::string unit;
  std::string remark;
  std::optional<double> share;  ///< of a limit, 0 to 1: drawn as a meter
  std::string source;           ///< JSON pointer into result.json; empty where it has none
  std::optional<double> raw;    ///< what stands there
};

/// Everything that a page says, apart from its looks.
struct Report {
  std::string title;
  std::string subtitle;
  bool good = true;     ///< completed, and nothing undeclared went wrong
  std::string verdict;  ///< in a few words
  std::vector<KeyFigure> figures;
  std::string answer_title;
  std::vector<std::string> answer;
  std::vector<ReportSection> sections;
};

/// The report of one run.
[[nodiscard]] Report run_report(const RunFiles& run);

/// What differs between two runs: parameters first, then what follows from them.
[[nodiscard]] Report compared_report(const RunFiles& one, const RunFiles& other);

}  // namespace heliograph::testbenches
