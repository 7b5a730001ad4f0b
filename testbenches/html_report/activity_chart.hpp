// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// Both in picoseconds since the start of the run.
struct Span {
  double from = 0.0;
  double to = 0.0;
};

/// What is shown along time: rows (ranks, circuits, ...) and, for each kind of activity, the spans
/// of each row.
struct Activity {
  struct Kind {
    std::string name;
    int colour = 0;
    std::vector<std::vector<Span>> spans;  ///< by row
  };
  std::vector<std::string> rows;
  std::vector<Kind> kinds;
  std::vector<Span> dark;  ///< windows that concern all rows
  double end = 0.0;
};

/// Rows above which a chart shows groups of them.
inline constexpr std::size_t kMostActivityRows = 40;

/// A `spans` chart of the activity, in which spans too close to be told apart are one; or, of more
/// than kMostActivityRows rows, a `heat` chart: groups of rows, and in each cell the share of time
/// that the first kind of activity takes.
[[nodiscard]] ReportChart activity_chart(std::string id, std::string title, std::string caption,
                                         const Activity& activity);

/// Sorted, and those that overlap or are less than `gap` apart joined.
[[nodiscard]] std::vector<Span> joined(std::vector<Span> spans, double gap);

}  // namespace heliograph::testbenches
