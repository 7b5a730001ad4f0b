// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::systemc {

/// A word of a file list and where it begins.
struct ListWord {
  std::string text;
  base::SourceLocation place;
};

/// The words of a file list, without comments and without those with a mistake in them, with quotes
/// taken off and environment variables filled in. Mistakes (a quote or comment that does not end, a
/// variable that is not set) go to `diagnostics`.
[[nodiscard]] std::vector<ListWord> split_list(const std::string& text, const std::string& file,
                                               base::Diagnostics& diagnostics);

}  // namespace heliograph::systemc
