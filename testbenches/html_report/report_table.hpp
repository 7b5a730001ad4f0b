// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/html_report/json_access.hpp"

namespace heliograph::testbenches {

/// A column: what the files call it, and how it is shown.
struct ReportColumn {
  std::string key;     ///< with its unit, as in result.json; the name of the CSV's column
  std::string name;    ///< in words
  std::string unit;    ///< that the page shows; empty where there is none
  double scale = 1.0;  ///< shown number = value * scale
  bool numeric = false;
};

/// A table of the report. Rows hold values as they stand in the files; null where there is none.
struct ReportTable {
  std::string id;  ///< of the element, and the name of the CSV file
  std::string title;
  std::string note;
  std::vector<ReportColumn> columns;
  std::vector<std::vector<Json>> rows;
  bool folded = false;      ///< shown on demand
  bool searchable = false;  ///< has a field to look for rows
};

/// The table of `rows` (a list of objects): a column for each of their keys, in the order of their
/// first appearance; an object inside becomes columns `key.inner`, a list becomes text. A column of
/// times or energies is shown in the unit that suits its largest value.
[[nodiscard]] ReportTable rows_table(std::string id, std::string title, const Json& rows);

/// The column of `key`, whose unit follows from its ending; `largest` chooses the unit that is
/// shown.
[[nodiscard]] ReportColumn column_of(const std::string& key, double largest, bool numeric);

/// What a cell shows, without its unit.
[[nodiscard]] std::string cell_text(const ReportColumn& column, const Json& value);

/// Comma-separated values (RFC 4180) with a line of keys first; numbers as they stand in the files.
[[nodiscard]] std::string csv_text(const ReportTable& table);

}  // namespace heliograph::testbenches
