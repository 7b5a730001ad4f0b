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
      losses_(seed, "receiver/" + std::to_string(base::index(id))) {
  light_in.bind(target_);
}

bool Receiver::acceptable(const ReceivedLight& light) const {
  const bool good_enough = parameters_.lock == LockCriterion::power || light.quality_ok;
  return light.source.has_value() && !light.loss_of_signal && good_enough;
}

void Receiver::light_changed(const ReceivedLight& light) {
  const bool same_source = light.source == light_.source;
  const bool status_moves = light.loss_of_signal != light_.loss_of_signal;
  const bool was_degraded = degraded();
  light_ = light;
  if (!same_source || !acceptable(light)) {
    ++lock_attempt_;  // whatever attempt is under way is void
    locking_ = false;
    set_locked(false);
  }
  if (!locked_ && !locking_ && acceptable(light)) {
    locking_ = true;
    arrivals_.schedule(now() + parameters_.relock_time(), {nullptr, lock_attempt_});
  }
  if ((status_moves || was_degraded != degraded()) && status_changed_) {
    status_changed_();
  }
}

void Receiver::set_locked(bool locked) {
  if (locked_ == locked) {
    return;
  }
  locked_ = locked;
  if (locked) {
    locked_since_ = now();
  } else if (locked_since_ < now()) {
    last_lock_since_ = locked_since_;
    lock_lost_at_ = now();
  }
  observer_.lock_changed(id_, locked, now());
  if (status_changed_) {
    status_changed_();
  }
}

void Receiver::frame_begins(Frame& frame) {
  arrivals_.schedule(frame.last_bit + frame.flight, {&frame, 0});
}

void Receiver::on_arrival(const Arrival& arrival) {
  if (arrival.frame != nullptr) {
    finish_frame(*arrival.frame);
  } else if (locking_ && arrival.lock_attempt == lock_attempt_) {
    locking_ = false;
    set_locked(true);
  }
}

bool Receiver::lock_held_since(base::Picoseconds first_bit) const {
  if (locked_ && locked_since_ <= first_bit) {
    return true;
  }
  // A lock that is lost at this very instant has held until the last bit, whichever of the two
  // events of the instant came first.
  return lock_lost_at_ == now() && last_lock_since_ <= first_bit;
}

void Receiver::set_mask(bool masked) {
  if (masked == masked_) {
    return;
  }
  masked_ = masked;
  (masked ? masked_since_ : unmasked_since_) = now();
}

bool Receiver::masked_since(base::Picoseconds first_bit) const {
  // As with lock, a mask that falls at the very instant of the last bit comes too late for it.
  return (masked_ && masked_since_ < now()) || unmasked_since_ > first_bit;
}

void Receiver::finish_frame(Frame& frame) {
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame.wire_bits);
  }
  const bool lock_held = lock_held_since(frame.first_bit + frame.flight);
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
