// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// A part of the time split of a result.
struct TimePart {
  std::string key;    ///< as in `time.split`
  std::string name;   ///< in words
  std::string cause;  ///< what it is, as part of a sentence
  int colour = 0;
  double picoseconds = 0.0;
};

/// The parts of a `split` of result.json, in its order; those that it does not have are left out.
[[nodiscard]] std::vector<TimePart> time_parts(const Json& split);

/// A `stack` chart of several splits; parts that are 0 in all of them are left out.
[[nodiscard]] ReportChart split_chart(std::string id, std::string title,
                                      const std::vector<std::string>& labels,
                                      const std::vector<Json>& splits);

}  // namespace heliograph::testbenches
