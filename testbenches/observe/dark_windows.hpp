// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/time.hpp"
#include "testbenches/engine/time_split.hpp"

namespace heliograph::testbenches {

/// When circuits were dark: from the controller's mask to the next active epoch, again and again.
/// The last window may be open still.
class DarkWindows : public DarkTime {
 public:
  void begin(base::Picoseconds when);
  void end(base::Picoseconds when);

  [[nodiscard]] base::Picoseconds between(base::Picoseconds from,
                                          base::Picoseconds to) const override;

 private:
  struct Window {
    base::Picoseconds from;
    base::Picoseconds to = base::Picoseconds::never();
  };
  std::vector<Window> windows_;  ///< in the order of time
};

}  // namespace heliograph::testbenches
