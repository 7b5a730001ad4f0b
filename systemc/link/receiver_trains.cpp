// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_part.hpp"
#include "systemc/link/receiver.hpp"

namespace heliograph::systemc {

void Receiver::train_begins(Frame& train) {
  Arriving arriving;
  arriving.train = &train;
  arriving.pace = train.pace;
  arriving.lanes = train.lanes;
  arriving.flight = train.flight;
  arriving.frame_loss_probability = train.frame_loss_probability;
  arriving.next = train.begin;
  arriving.end = train.end;
  arriving.one_by_one = first_alone_;
  land_leaps_beyond(arriving.arrival(arriving.next));
  trains_.push_back(arriving);
  schedule(trains_.back(), arriving.next);
}

void Receiver::schedule(Arriving& arriving, std::int64_t frame) {
  arriving.due = ++dues_;
  arrivals_.schedule(arriving.arrival(frame), {nullptr, arriving.due, 0, 0});
}

void Receiver::cut_train(const Frame& train, std::int64_t promised, std::int64_t end) {
  for (Arriving& arriving : trains_) {
    if (arriving.train != &train || arriving.end != promised) {
      continue;
    }
    arriving.end = end;
    if (arriving.leap >= end) {
      arriving.leap = end - 1;
      arriving.leap_is_loss = false;
      schedule(arriving, arriving.leap);
    }
  }
}

bool Receiver::may_leap(const Arriving& arriving) const {
  if (masked_ || watched_ || last_single_ >= now()) {
    return false;
  }
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (carries(arriving.lanes, lane) && !lanes_[lane].locked()) {
      return false;
    }
  }
  const base::Picoseconds end = arriving.arrival(arriving.end - 1);
  return std::none_of(trains_.begin(), trains_.end(), [&](const Arriving& other) {
    return &other != &arriving && other.arrival(other.next) <= end;
  });
}

void Receiver::train_due(std::uint64_t due) {
  const auto found = std::find_if(trains_.begin(), trains_.end(),
                                  [due](const Arriving& each) { return each.due == due; });
  if (found == trains_.end()) {
    return;  // replaced
  }
  Arriving& arriving = *found;
  if (arriving.leap != kNone) {
    const std::int64_t leap = arriving.leap;
    arriving.leap = kNone;
    if (arriving.leap_is_loss) {
      take_frames(arriving, leap);
      look_at_next(arriving);
    } else {
      take_frames(arriving, leap + 1);
    }
    return;
  }
  const std::int64_t left = arriving.end - arriving.next;
  const base::Picoseconds first_bit = arriving.pace.first_bit(arriving.next) + arriving.flight;
  if (left > 1 && !arriving.one_by_one && counts(arriving.lanes, first_bit) && may_leap(arriving)) {
    const std::int64_t good = losses_.first_lost(arriving.frame_loss_probability, left);
    if (good > 0) {
      arriving.leap_is_loss = good < left;
      arriving.leap = arriving.next + std::min(good, left - 1);
      schedule(arriving, arriving.leap);
      return;
    }
  }
  look_at_next(arriving);
}

void Receiver::look_at_next(Arriving& arriving) {
  Frame& train = *arriving.train;
  Frame& frame = pool_.acquire();
  copy_part(train, arriving.next, 1, frame);
  frame.flight = arriving.flight;
  frame.frame_loss_probability = arriving.frame_loss_probability;
  ++arriving.next;
  std::uint64_t due = 0;
  if (arriving.next == arriving.end) {
    trains_.erase(trains_.begin() + (&arriving - trains_.data()));
  } else {
    schedule(arriving, arriving.next);
    due = arriving.due;
  }
  pool_.close(train, 1);
  const bool lost = !finish_frame(frame);
  for (Arriving& each : trains_) {
    if (each.due == due) {
      each.one_by_one = lost;
    }
  }
}

void Receiver::take_frames(Arriving& arriving, std::int64_t end) {
  Frame& train = *arriving.train;
  const std::int64_t count = end - arriving.next;
  const base::Picoseconds arrived = arriving.arrival(end - 1);
  const bool whole = count == train.count;
  Frame& frames = whole ? train : pool_.acquire();
  if (!whole) {
    copy_part(train, arriving.next, count, frames);
    pool_.close(train, count);
  }
  frames.flight = arriving.flight;
  frames.frame_loss_probability = arriving.frame_loss_probability;
  losses_.pass(frames.frame_loss_probability, count);
  arriving.next = end;
  if (arriving.next == arriving.end) {
    trains_.erase(trains_.begin() + (&arriving - trains_.data()));
  }
  tell_arrival(frames);
  if (const std::optional<LossCause> loss = hand_over(frames, arrived)) {
    observer_.frame_lost(frames, id_, *loss, arrived);
  } else {
    observer_.frame_delivered(frames, id_);
  }
  pool_.release(frames);
}

void Receiver::watch_closely(bool closely) {
  watched_ = closely;
  if (closely) {
    land_leaps();
  }
}

void Receiver::land_leaps() {
  for (Arriving& each : trains_) {
    if (each.leap == kNone) {
      continue;
    }
    each.leap = kNone;
    const std::int64_t arrived =
        each.pace.ended(now() - each.flight - base::Picoseconds(1), each.end);
    if (arrived > each.next) {
      take_frames(each, arrived);  // not all: the leap's own frame is still to come
    }
    schedule(each, each.next);
  }
}

void Receiver::land_leaps_beyond(base::Picoseconds arrival) {
  if (std::any_of(trains_.begin(), trains_.end(), [&](const Arriving& each) {
        return each.leap != kNone && each.arrival(each.leap) >= arrival;
      })) {
    land_leaps();
  }
}

}  // namespace heliograph::systemc
