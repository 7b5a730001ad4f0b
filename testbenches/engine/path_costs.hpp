// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/engine/time_split.hpp"

namespace heliograph::testbenches {

/// What one change of circuits has of a span of time.
struct SwitchingSpan {
  base::EpochId epoch{};
  base::Picoseconds control;  ///< from the engine's request to the controller's drain request
  base::Picoseconds drain;    ///< from there until the receivers are masked
  base::Picoseconds dark;     ///< from there until the epoch is active
};

/// Knows when circuits were being changed.
class SwitchingTime {
 public:
  virtual ~SwitchingTime() = default;
  /// What changes of circuits have of [from, to]; `to` is not later than now. Empty when `to` is
  /// not after `from`. Those that have nothing of it are left out.
  [[nodiscard]] virtual std::vector<SwitchingSpan> within(base::Picoseconds from,
                                                          base::Picoseconds to) const = 0;
};

/// What lies between the last bit of a message at its transmitter and at its receiver.
struct WayTime {
  base::Picoseconds serialisation;  ///< by a link that is slower than the transmitter
  base::Picoseconds propagation;
  base::Picoseconds dilation;
  base::Picoseconds congestion;
};

/// Knows the ways of messages.
class MessageWay {
 public:
  virtual ~MessageWay() = default;
  /// The parts add up to `arrived - last_bit`.
  [[nodiscard]] virtual WayTime parts(const MessageRecord& message) const = 0;
};

/// Says to which part of the time split each stage of a critical path belongs.
class PathCosts {
 public:
  /// `post_latency`: what a post takes until its first bit when nothing is in its way. `switching`:
  /// nullptr where circuits never change. `way`: nullptr where all of it is propagation.
  PathCosts(base::Picoseconds post_latency, const SwitchingTime* switching, const MessageWay* way)
      : post_latency_(post_latency), switching_(switching), way_(way) {}

  /// From when a message could be posted to its post.
  void wait_for_circuit(TimeSplit& path, base::Picoseconds from, base::Picoseconds to) const;
  /// From its post to its last bit, as it left.
  void leave(TimeSplit& path, const MessageRecord& message) const;
  /// From there until it is in memory.
  void come(TimeSplit& path, const MessageRecord& message) const;

  [[nodiscard]] base::Picoseconds post_latency() const { return post_latency_; }
  [[nodiscard]] std::vector<SwitchingSpan> switching(base::Picoseconds from,
                                                     base::Picoseconds to) const;

 private:
  base::Picoseconds post_latency_;
  const SwitchingTime* switching_;
  const MessageWay* way_;
};

}  // namespace heliograph::testbenches
