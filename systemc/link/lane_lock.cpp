// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/lane_lock.hpp"

namespace heliograph::systemc {

std::string_view to_string(LockState state) {
  switch (state) {
    case LockState::off:
      return "off";
    case LockState::scan:
      return "scan";
    case LockState::acquire:
      return "acquire";
    case LockState::lock:
      return "lock";
    case LockState::hold:
      return "hold";
    case LockState::lost:
      return "lost";
  }
  return "unknown";
}

void LaneLock::enter(Phase phase, base::Picoseconds now, base::Picoseconds deadline) {
  // A lock that begins and ends at one instant has covered nothing.
  if (phase_ == Phase::follow && followed_since_ < now) {
    last_followed_since_ = followed_since_;
    follow_ended_ = now;
  }
  if (phase == Phase::follow) {
    followed_since_ = now;
  }
  phase_ = phase;
  deadline_ = deadline;
  ++attempt_;
}

void LaneLock::seek(Phase otherwise, base::Picoseconds now) {
  if (!tuned_ && !signal_.dark) {
    enter(Phase::tune, now, now + times_.ring_scan);
  } else if (tuned_ && signal_.acceptable) {
    enter(Phase::acquire, now, now + times_.relock);
  } else if (phase_ != otherwise) {
    enter(otherwise, now);
  }
}

void LaneLock::power(bool on, base::Picoseconds now) {
  if (on == powered()) {
    return;
  }
  if (!on) {
    enter(Phase::off, now);
    return;
  }
  tuned_ = times_.ring_scan.count() == 0;
  seek(Phase::scan, now);
}

void LaneLock::light(const LaneSignal& signal, base::Picoseconds now) {
  const LaneSignal before = signal_;
  signal_ = signal;
  const bool goes_on = signal.acceptable && signal.source == before.source;
  switch (phase_) {
    case Phase::off:
      return;
    case Phase::tune:
      if (signal.dark) {
        enter(Phase::scan, now);
      }
      return;
    case Phase::scan:
    case Phase::lost:
      seek(phase_, now);
      return;
    case Phase::acquire:
      if (!goes_on) {
        seek(Phase::scan, now);
      }
      return;
    case Phase::follow:
      if (goes_on) {
        return;
      }
      if (!signal.acceptable && !signal.dark && times_.hold.count() > 0) {
        kept_source_ = before.source;
        enter(Phase::dip, now, now + times_.hold);
        return;
      }
      seek(Phase::lost, now);
      return;
    case Phase::dip:
      if (signal.acceptable && signal.source == kept_source_ && now < deadline_) {
        enter(Phase::acquire, now, now + times_.comeback);
      } else if (signal.acceptable || signal.dark) {
        seek(Phase::lost, now);
      }
      return;
  }
}

void LaneLock::due(base::Picoseconds now) {
  switch (phase_) {
    case Phase::tune:
      tuned_ = true;
      seek(Phase::scan, now);
      return;
    case Phase::acquire:
      enter(Phase::follow, now);
      return;
    case Phase::dip:
      enter(Phase::lost, now);
      return;
    default:
      return;
  }
}

LockState LaneLock::state() const {
  switch (phase_) {
    case Phase::off:
      return LockState::off;
    case Phase::scan:
    case Phase::tune:
      return LockState::scan;
    case Phase::acquire:
      return LockState::acquire;
    case Phase::follow:
      return masked_ ? LockState::hold : LockState::lock;
    case Phase::dip:
      return LockState::hold;
    case Phase::lost:
      return LockState::lost;
  }
  return LockState::off;
}

bool LaneLock::held_since(base::Picoseconds first, base::Picoseconds now) const {
  if (locked() && followed_since_ <= first) {
    return true;
  }
  // A lock that is lost at this very instant has held until the last bit, whichever of the two
  // events of the instant came first.
  return follow_ended_ == now && last_followed_since_ <= first;
}

}  // namespace heliograph::systemc
