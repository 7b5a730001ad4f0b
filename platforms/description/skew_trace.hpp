// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/time.hpp"

namespace heliograph::platforms {

/// Reads how late each rank comes: a line `rank,delay_us` for each of `ranks` ranks, in any order;
/// # begins a comment. Mistakes are reported with the line and column of what is wrong.
[[nodiscard]] std::vector<base::Picoseconds> parse_skew_trace(std::string_view text,
                                                              const std::string& file,
                                                              std::size_t ranks,
                                                              base::Diagnostics& diagnostics);

}  // namespace heliograph::platforms
