// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/dark_windows.hpp"

#include <algorithm>

namespace heliograph::testbenches {

void DarkWindows::begin(base::Picoseconds when) { windows_.push_back({when}); }

void DarkWindows::end(base::Picoseconds when) {
  if (!windows_.empty()) {
    windows_.back().to = std::min(windows_.back().to, when);
  }
}

base::Picoseconds DarkWindows::between(base::Picoseconds from, base::Picoseconds to) const {
  base::Picoseconds dark;
  for (auto window = windows_.rbegin(); window != windows_.rend() && window->to > from; ++window) {
    const base::Picoseconds begin = std::max(from, window->from);
    const base::Picoseconds end = std::min(to, window->to);
    if (begin < end) {
      dark += end - begin;
    }
  }
  return dark;
}

}  // namespace heliograph::testbenches
