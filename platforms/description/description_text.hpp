// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace heliograph::platforms {

/// `a, b or c`.
template <class Words>
[[nodiscard]] std::string join_alternatives(const Words& words) {
  std::string text;
  std::size_t left = words.size();
  for (const auto& word : words) {
    --left;
    text += word;
    text += left > 1 ? ", " : left == 1 ? " or " : "";
  }
  return text;
}

}  // namespace heliograph::platforms
