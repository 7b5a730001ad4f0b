// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/receiver.hpp"

#include <algorithm>
#include <string>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

/// How near to memory a frame came. That a stray copy went to the wrong rank says nothing of the
/// frame's own way.
int nearness(LossCause cause) {
  switch (cause) {
    case LossCause::misdelivered:
      return 0;
    case LossCause::dark:
      return 1;
    case LossCause::unlocked:
      return 2;
    case LossCause::masked:
      return 3;
    case LossCause::errors:
      return 4;
    case LossCause::out_of_sequence:
      return 5;
  }
  return 0;
}

}  // namespace

Receiver::Receiver(const sc_core::sc_module_name& name, base::TransceiverId id,
                   const TransceiverParameters& parameters, base::Picoseconds decode_time,
                   std::uint64_t seed, FramePool& pool, LinkObserver& observer)
    : sc_core::sc_module(name),
      light_in("light_in"),
      id_(id),
      parameters_(parameters),
      decode_time_(decode_time),
      pool_(pool),
      observer_(observer),
      target_([this](Frame& frame) { frame_begins(frame); }),
      arrivals_("arrivals", [this](const Arrival& arrival) { on_arrival(arrival); }),
      losses_(seed, "receiver/" + std::to_string(base::index(id))),
      lane_factors_(parameters.lane_factors(seed, "receiver", id)),
      lanes_(parameters.separate_lanes(), LaneLock(parameters.lock_times())) {
  light_in.bind(target_);
  for (LaneLock& lane : lanes_) {
    lane.power(true, base::Picoseconds(0));
  }
}

LaneSignal Receiver::signal_of(std::size_t lane) const {
  LaneSignal signal;
  signal.source = light_.source;
  bool good_enough = light_.quality_ok;
  signal.dark = light_.loss_of_signal;
  if (!light_.lanes.empty()) {
    good_enough = light_.lanes[lane].quality_ok;
    signal.dark = light_.lanes[lane].loss_of_signal;
  }
  good_enough = good_enough || parameters_.lock == LockCriterion::power;
  signal.acceptable = light_.source.has_value() && !signal.dark && good_enough;
  return signal;
}

bool Receiver::in_use(std::size_t lane) const {
  if (!light_.source) {
    return lanes_[lane].powered();  // nobody says otherwise
  }
  return light_.lanes.empty() || light_.lanes[lane].in_use;
}

bool Receiver::all_locked() const {
  bool some = false;
  for (const LaneLock& lane : lanes_) {
    if (lane.powered() && !lane.locked()) {
      return false;
    }
    some = some || lane.powered();
  }
  return some;
}

template <class Change>
void Receiver::change_lane(std::size_t lane, const Change& change) {
  LaneLock& lock = lanes_[lane];
  const LockState before = lock.state();
  const std::uint64_t attempt = lock.attempt();
  change(lock);
  if (lock.attempt() != attempt && lock.deadline() != base::Picoseconds::never()) {
    arrivals_.schedule(lock.deadline(), {nullptr, 0, lane, lock.attempt()});
  }
  if (lock.state() != before) {
    observer_.lane_changed(id_, lane, lock.state(), now());
  }
}

void Receiver::meet_deadlines() {
  // A deadline of this very instant comes before what else happens in it, whichever event is first.
  bool met = false;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    while (lanes_[lane].deadline() == now()) {
      change_lane(lane, [](LaneLock& lock) { lock.due(now()); });
      met = true;
    }
  }
  if (met) {
    set_locked(all_locked());
  }
}

void Receiver::light_changed(const ReceivedLight& light) {
  land_leaps();
  meet_deadlines();
  const bool status_moves = light.loss_of_signal != light_.loss_of_signal;
  const bool was_degraded = degraded();
  light_ = light;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    change_lane(lane, [this, lane](LaneLock& lock) {
      lock.power(in_use(lane), now());
      lock.light(signal_of(lane), now());
    });
  }
  set_locked(all_locked());
  if ((status_moves || was_degraded != degraded()) && status_changed_) {
    status_changed_();
  }
}

void Receiver::set_locked(bool locked) {
  if (locked_ == locked) {
    return;
  }
  locked_ = locked;
  observer_.lock_changed(id_, locked, now());
  if (status_changed_) {
    status_changed_();
  }
}

void Receiver::frame_begins(Frame& frame) {
  if (frame.count > 1) {
    train_begins(frame);
    return;
  }
  const base::Picoseconds arrival = frame.last_bit + frame.flight;
  last_single_ = std::max(last_single_, arrival);
  land_leaps_beyond(arrival);
  arrivals_.schedule(arrival, {&frame, 0, 0, 0});
}

void Receiver::on_arrival(const Arrival& arrival) {
  if (arrival.frame != nullptr) {
    finish_frame(*arrival.frame);
  } else if (arrival.due != 0) {
    train_due(arrival.due);
  } else if (arrival.attempt == lanes_[arrival.lane].attempt()) {  // else it was replaced
    land_leaps();
    change_lane(arrival.lane, [](LaneLock& lock) { lock.due(now()); });
    set_locked(all_locked());
  }
}

bool Receiver::lock_held_for(LaneMask lanes, base::Picoseconds first_bit) const {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (carries(lanes, lane) && !lanes_[lane].held_since(first_bit, now())) {
      return false;
    }
  }
  return true;
}

void Receiver::set_mask(bool masked) {
  if (masked == masked_) {
    return;
  }
  land_leaps();
  meet_deadlines();
  masked_ = masked;
  (masked ? masked_since_ : unmasked_since_) = now();
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    change_lane(lane, [masked](LaneLock& lock) { lock.mask(masked); });
  }
}

bool Receiver::masked_since(base::Picoseconds first_bit) const {
  // As with lock, a mask that falls at the very instant of the last bit comes too late for it.
  return (masked_ && masked_since_ < now()) || unmasked_since_ > first_bit;
}

void Receiver::tell_arrival(const Frame& frame) {
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame.wire_bits * frame.count);
  }
  observer_.frame_arrived(frame, id_);
}

bool Receiver::counts(LaneMask lanes, base::Picoseconds first_bit) const {
  return !masked_since(first_bit) && lock_held_for(lanes, first_bit);
}

bool Receiver::finish_frame(Frame& frame) {
  tell_arrival(frame);
  const base::Picoseconds first_bit = frame.first_bit + frame.flight;
  std::optional<LossCause> loss;
  if (masked_since(first_bit)) {
    loss = LossCause::masked;
  } else if (!lock_held_for(frame.lanes, first_bit)) {
    loss = LossCause::unlocked;
  } else if (losses_.frame_is_lost(frame.frame_loss_probability)) {
    sink_->frame_damaged(frame, now() + parameters_.rx_latency + decode_time_);
    loss = LossCause::errors;
  } else {
    loss = hand_over(frame, now());
  }
  conclude(frame, loss);
  return !loss;
}

std::optional<LossCause> Receiver::hand_over(Frame& frame, base::Picoseconds arrived) {
  // Of frames before the end of a train that is cut short, more time may have passed already.
  const base::Picoseconds available =
      std::max(arrived + parameters_.rx_latency + decode_time_, now());
  switch (sink_->frame_received(frame, available)) {
    case Reception::taken:
      break;
    case Reception::stray:
      return LossCause::misdelivered;
    case Reception::discarded:
      return LossCause::out_of_sequence;
  }
  return std::nullopt;
}

void Receiver::note_loss(Frame& original, LossCause cause) const {
  // Copies may end in one instant, in any order: the nearest to memory counts, then the first id.
  const int before =
      original.loss_cause < 0 ? -1 : nearness(static_cast<LossCause>(original.loss_cause));
  if (nearness(cause) > before || (nearness(cause) == before && id_ < original.ended_at)) {
    original.loss_cause = static_cast<int>(cause);
    original.ended_at = id_;
  }
}

void Receiver::conclude(Frame& frame, std::optional<LossCause> loss) {
  Frame& original = frame.original != nullptr ? *frame.original : frame;
  if (!loss) {
    original.ended_at = original.delivered ? std::min(original.ended_at, id_) : id_;
    original.delivered = true;
  } else if (!original.delivered) {
    note_loss(original, *loss);
  }
  if (&frame != &original) {
    pool_.release(frame);
  }
  if (--original.arrivals_left > 0) {
    return;
  }
  if (original.delivered) {
    observer_.frame_delivered(original, original.ended_at);
  } else {
    observer_.frame_lost(original, original.ended_at, static_cast<LossCause>(original.loss_cause),
                         now());
  }
  pool_.release(original);
}

}  // namespace heliograph::systemc
