// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace heliograph::testbenches {

/// What a page carries with it; embedded when the program is built (cmake/Embed.cmake).
struct ReportAssets {
  std::string_view style;
  std::string_view script;
  /// Chart.js with its licence notice; empty when it was not installed where the program was built.
  std::string_view chart_library;
};

[[nodiscard]] ReportAssets report_assets();

}  // namespace heliograph::testbenches
