// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/cosim/cosim_report.hpp"
#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// A judgement as report_page() shows it: the verdict, what was broken and how it is seen again,
/// all rules, and what was covered.
[[nodiscard]] Report cosim_page(const CosimReport& report);

}  // namespace heliograph::testbenches
