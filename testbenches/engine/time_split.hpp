// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.hpp"

namespace heliograph::testbenches {

/// Where the time of the critical path went; the parts add up to the completion time exactly.
struct TimeSplit {
  base::Picoseconds startup;  ///< doorbell, descriptor, first payload read, transmitter latency
  base::Picoseconds serialisation;  ///< first to last bit
  base::Picoseconds propagation;    ///< fibre and fabric, or the way through an electrical network
  base::Picoseconds reception;      ///< receiver latency, FEC, write to memory
  base::Picoseconds computation;    ///< copies and reductions
  base::Picoseconds waiting;        ///< for the line, or for circuits outside of dark windows
  base::Picoseconds dark_exposed;   ///< for circuits or the line, inside dark windows
  base::Picoseconds late_start;     ///< until the rank that the path begins at came

  [[nodiscard]] base::Picoseconds total() const {
    return startup + serialisation + propagation + reception + computation + waiting +
           dark_exposed + late_start;
  }
};

/// Knows when some circuits were dark.
class DarkTime {
 public:
  virtual ~DarkTime() = default;
  /// The dark part of [from, to]; `to` is not later than now. 0 when `to` is before `from`.
  [[nodiscard]] virtual base::Picoseconds between(base::Picoseconds from,
                                                  base::Picoseconds to) const = 0;
};

}  // namespace heliograph::testbenches
