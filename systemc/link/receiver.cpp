// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/receiver.hpp"

#include <string>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

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

void Receiver::change_lane(std::size_t lane, const std::function<void(LaneLock&)>& change) {
  LaneLock& lock = lanes_[lane];
  const LockState before = lock.state();
  const std::uint64_t attempt = lock.attempt();
  change(lock);
  if (lock.attempt() != attempt && lock.deadline() != base::Picoseconds::never()) {
    arrivals_.schedule(lock.deadline(), {nullptr, lane, lock.attempt()});
  }
  if (lock.state() != before) {
    observer_.lane_changed(id_, lane, lock.state(), now());
  }
}

void Receiver::light_changed(const ReceivedLight& light) {
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
  arrivals_.schedule(frame.last_bit + frame.flight, {&frame, 0, 0});
}

void Receiver::on_arrival(const Arrival& arrival) {
  if (arrival.frame != nullptr) {
    finish_frame(*arrival.frame);
  } else if (arrival.attempt == lanes_[arrival.lane].attempt()) {  // else it was replaced
    change_lane(arrival.lane, [](LaneLock& lock) { lock.due(now()); });
    set_locked(all_locked());
  }
}

bool Receiver::lock_held_for(const Frame& frame) const {
  const base::Picoseconds first_bit = frame.first_bit + frame.flight;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (carries(frame.lanes, lane) && !lanes_[lane].held_since(first_bit, now())) {
      return false;
    }
  }
  return true;
}

void Receiver::set_mask(bool masked) {
  if (masked == masked_) {
    return;
  }
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

void Receiver::finish_frame(Frame& frame) {
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame.wire_bits);
  }
  observer_.frame_arrived(frame, id_);
  const bool lock_held = lock_held_for(frame);
  if (masked_since(frame.first_bit + frame.flight)) {
    conclude(frame, LossCause::masked);
  } else if (!lock_held) {
    conclude(frame, LossCause::unlocked);
  } else if (losses_.frame_is_lost(frame.frame_loss_probability)) {
    conclude(frame, LossCause::errors);
  } else {
    const base::Picoseconds available = now() + parameters_.rx_latency + decode_time_;
    const bool accepted = sink_->frame_received(frame, available);
    conclude(frame, accepted ? std::nullopt : std::optional(LossCause::misdelivered));
  }
}

void Receiver::conclude(Frame& frame, std::optional<LossCause> loss) {
  Frame& original = frame.original != nullptr ? *frame.original : frame;
  if (!loss) {
    original.delivered = true;
  } else if (original.loss_cause < 0 || loss != LossCause::misdelivered) {
    // That a stray copy went to the wrong rank says nothing of the frame's own way.
    original.loss_cause = static_cast<int>(*loss);
  }
  if (&frame != &original) {
    pool_.release(frame);
  }
  if (--original.arrivals_left > 0) {
    return;
  }
  if (original.delivered) {
    observer_.frame_delivered(original, id_);
  } else {
    observer_.frame_lost(original, id_, static_cast<LossCause>(original.loss_cause), now());
  }
  pool_.release(original);
}

}  // namespace heliograph::systemc
