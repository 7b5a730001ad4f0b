// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "testbenches/engine/path_costs.hpp"

namespace heliograph::testbenches {

/// When circuits were changed, change by change as they follow each other: asked for, drained from
/// the controller's drain request on, dark from its mask on, until the epoch is active. The last
/// may be under way still.
class SwitchingWindows : public SwitchingTime {
 public:
  void ask(base::EpochId epoch, base::Picoseconds when);
  void drain(base::Picoseconds when);
  void dark(base::Picoseconds when);
  void active(base::Picoseconds when);

  [[nodiscard]] std::vector<SwitchingSpan> within(base::Picoseconds from,
                                                  base::Picoseconds to) const override;

 private:
  struct Window {
    base::EpochId epoch{};
    base::Picoseconds asked;
    base::Picoseconds draining = base::Picoseconds::never();
    base::Picoseconds broken = base::Picoseconds::never();
    base::Picoseconds active = base::Picoseconds::never();
  };
  std::vector<Window> windows_;  ///< in the order of time
};

}  // namespace heliograph::testbenches
