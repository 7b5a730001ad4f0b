// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// What a receiver's lane is doing; the names are those of ring receivers' start-up.
///
///  off      not powered: the link does without this lane. Nothing is heard.
///  scan     powered without a clock: there is no light to follow, or the lane's ring filter still
///           looks for its wavelength.
///  acquire  acceptable light is there and clock recovery runs; for the relock time, or for the
///           comeback time where the clock was kept.
///  lock     data count.
///  hold     the clock is kept but data do not count. Either the receiver is masked and the light
///           acceptable, however long; or the light has become unacceptable though not dark, less
///           than the hold time ago. Acceptable light of the same source within it is acquired in
///           the comeback time.
///  lost     the clock is gone: the light went dark, or the hold time is over (at once where it is
///           0). As scan, but an alarm.
///
/// off to scan, or to acquire where light is ready; scan to acquire; acquire to lock, to hold
/// (masked) or to scan (the light went); lock and hold to each other, to acquire (the light of
/// another source, or hold's comeback) or to lost; lost to acquire; any to off. Nothing else
/// happens.
enum class LockState { off, scan, acquire, lock, hold, lost };
inline constexpr std::size_t kLockStates = 6;
[[nodiscard]] std::string_view to_string(LockState state);

struct LockTimes {
  base::Picoseconds relock;     ///< from acceptable light to lock, without a clock
  base::Picoseconds comeback;   ///< the same where the clock was kept
  base::Picoseconds hold;       ///< how long a clock is kept without acceptable light
  base::Picoseconds ring_scan;  ///< a ring's search for its wavelength, light present; 0: no ring
};

/// Light as a lane's clock recovery sees it.
struct LaneSignal {
  std::optional<base::TransceiverId> source;
  bool dark = true;         ///< loss of signal
  bool acceptable = false;  ///< may be locked on; implies a source and not dark
};

/// The state machine of one lane, without a clock of its own: whoever has one tells it of each
/// change at the instant of the change, in order of time, and calls due() at deadline().
class LaneLock {
 public:
  explicit LaneLock(const LockTimes& times) : times_(times) {}

  /// A lane that is switched on begins to scan, with its ring untuned.
  void power(bool on, base::Picoseconds now);
  void light(const LaneSignal& signal, base::Picoseconds now);
  void mask(bool masked) { masked_ = masked; }
  /// The instant of deadline() has come.
  void due(base::Picoseconds now);
  /// When due() is to be called unless something else happens before; never() if not at all.
  [[nodiscard]] base::Picoseconds deadline() const { return deadline_; }
  /// Changes with each new deadline, so that one that was replaced can be told.
  [[nodiscard]] std::uint64_t attempt() const { return attempt_; }

  [[nodiscard]] LockState state() const;
  /// The clock follows the light; data count unless masked.
  [[nodiscard]] bool locked() const { return phase_ == Phase::follow; }
  /// locked() from `first` to `now`, the present instant. A lock that ends now has held until now.
  [[nodiscard]] bool held_since(base::Picoseconds first, base::Picoseconds now) const;
  [[nodiscard]] bool powered() const { return phase_ != Phase::off; }
  /// Its ring has found its wavelength, or there is none.
  [[nodiscard]] bool tuned() const { return tuned_; }

 private:
  enum class Phase { off, scan, tune, acquire, follow, dip, lost };

  void enter(Phase phase, base::Picoseconds now,
             base::Picoseconds deadline = base::Picoseconds::never());
  /// Follows the light if it may, else rests in `otherwise`.
  void seek(Phase otherwise, base::Picoseconds now);

  LockTimes times_;
  Phase phase_ = Phase::off;
  bool masked_ = false;
  bool tuned_ = false;
  LaneSignal signal_;
  std::optional<base::TransceiverId> kept_source_;  // whose clock a dip keeps
  base::Picoseconds deadline_ = base::Picoseconds::never();
  std::uint64_t attempt_ = 0;
  base::Picoseconds followed_since_;
  base::Picoseconds last_followed_since_;  // of the lock that ended last
  base::Picoseconds follow_ended_{-1};     // and when it did
};

}  // namespace heliograph::systemc
