// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/switching_windows.hpp"

#include <algorithm>

namespace heliograph::testbenches {

namespace {

base::Picoseconds overlap(base::Picoseconds from, base::Picoseconds to, base::Picoseconds begin,
                          base::Picoseconds end) {
  return std::max(base::Picoseconds(0), std::min(to, end) - std::max(from, begin));
}

}  // namespace

void SwitchingWindows::ask(base::EpochId epoch, base::Picoseconds when) {
  windows_.push_back({epoch, when});
}

void SwitchingWindows::drain(base::Picoseconds when) {
  if (!windows_.empty()) {
    windows_.back().draining = std::min(windows_.back().draining, when);
  }
}

void SwitchingWindows::dark(base::Picoseconds when) {
  if (!windows_.empty()) {
    windows_.back().broken = std::min(windows_.back().broken, when);
  }
}

void SwitchingWindows::active(base::Picoseconds when) {
  if (!windows_.empty()) {
    windows_.back().active = std::min(windows_.back().active, when);
  }
}

std::vector<SwitchingSpan> SwitchingWindows::within(base::Picoseconds from,
                                                    base::Picoseconds to) const {
  std::vector<SwitchingSpan> spans;
  if (to <= from) {
    return spans;
  }
  for (auto window = windows_.rbegin(); window != windows_.rend() && window->active > from;
       ++window) {
    const base::Picoseconds broken = std::min(window->broken, window->active);
    const base::Picoseconds draining = std::min(window->draining, broken);
    const SwitchingSpan span{window->epoch, overlap(from, to, window->asked, draining),
                             overlap(from, to, draining, broken),
                             overlap(from, to, broken, window->active)};
    if (span.control + span.drain + span.dark > base::Picoseconds(0)) {
      spans.push_back(span);
    }
  }
  return spans;
}

}  // namespace heliograph::testbenches
