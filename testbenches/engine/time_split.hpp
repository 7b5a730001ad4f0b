// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/time.hpp"

namespace heliograph::testbenches {

/// Where the time of a critical path went; the parts add up to its length exactly.
struct TimeSplit {
  base::Picoseconds startup;  ///< doorbell, descriptor, first payload read, transmitter latency
  /// First to last bit of a message, by the slowest link of its way.
  base::Picoseconds serialisation;
  /// Fibre and fabric; of an electrical network the shortest way between any two nodes.
  base::Picoseconds propagation;
  base::Picoseconds dilation;    ///< what more links than those add, without queues
  base::Picoseconds congestion;  ///< what queues in the network add
  base::Picoseconds reception;   ///< receiver latency, FEC, write to memory
  base::Picoseconds computation;
  base::Picoseconds waiting;  ///< for the line, or for what no other part names
  /// For circuits, from asking for them to the controller's drain request: host software, its
  /// writes, arbitration.
  base::Picoseconds control;
  base::Picoseconds drain;         ///< for circuits or the line, while the controller drains
  base::Picoseconds dark_exposed;  ///< for circuits or the line, inside dark windows
  /// Of a run: until the rank that the path begins at came. Of one of several collectives: until
  /// the rank by which the path enters it came.
  base::Picoseconds late_start;

  [[nodiscard]] base::Picoseconds total() const;
  TimeSplit& operator+=(const TimeSplit& other);
  /// Part by part; a part of a difference may be negative.
  friend TimeSplit operator-(const TimeSplit& a, const TimeSplit& b);
};

struct TimePart {
  const char* name;
  base::Picoseconds TimeSplit::*member;
};

/// All of them, by the names that results show.
inline constexpr std::array<TimePart, 12> kTimeParts{{{"startup", &TimeSplit::startup},
                                                      {"serialisation", &TimeSplit::serialisation},
                                                      {"propagation", &TimeSplit::propagation},
                                                      {"dilation", &TimeSplit::dilation},
                                                      {"congestion", &TimeSplit::congestion},
                                                      {"reception", &TimeSplit::reception},
                                                      {"computation", &TimeSplit::computation},
                                                      {"waiting", &TimeSplit::waiting},
                                                      {"control", &TimeSplit::control},
                                                      {"drain", &TimeSplit::drain},
                                                      {"dark_exposed", &TimeSplit::dark_exposed},
                                                      {"late_start", &TimeSplit::late_start}}};

inline base::Picoseconds TimeSplit::total() const {
  base::Picoseconds sum;
  for (const TimePart& part : kTimeParts) {
    sum += this->*part.member;
  }
  return sum;
}

inline TimeSplit& TimeSplit::operator+=(const TimeSplit& other) {
  for (const TimePart& part : kTimeParts) {
    this->*part.member += other.*part.member;
  }
  return *this;
}

inline TimeSplit operator-(const TimeSplit& a, const TimeSplit& b) {
  TimeSplit difference;
  for (const TimePart& part : kTimeParts) {
    difference.*part.member = a.*part.member - b.*part.member;
  }
  return difference;
}

}  // namespace heliograph::testbenches
