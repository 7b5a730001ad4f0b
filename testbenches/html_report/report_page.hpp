// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/html_report/report_assets.hpp"
#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// Rows of one table that a page shows; what is beyond is in the CSV files alone.
inline constexpr std::size_t kMostTableRows = 1000;

/// The report as one HTML page that needs nothing else: no network, no other file.
[[nodiscard]] std::string report_page(const Report& report, const ReportAssets& assets);

/// `text` as HTML shows it.
[[nodiscard]] std::string html_text(const std::string& text);

}  // namespace heliograph::testbenches
