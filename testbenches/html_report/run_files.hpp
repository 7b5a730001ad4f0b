// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// Reads what a run left in `folder`: result.json and manifest.json, and timeline.json if it is
/// there. Throws base::InputError when one of the first two is missing, or one of them is not what
/// its name says.
[[nodiscard]] RunFiles read_run_files(const std::string& folder);

/// Writes the report of a run to `path`; throws base::InputError when that cannot be written.
void write_report(const Report& report, const std::string& path);

/// Writes every table of the report as `<id>.csv` into `folder`, which is made; gives their number.
std::size_t write_tables(const Report& report, const std::string& folder);

}  // namespace heliograph::testbenches
