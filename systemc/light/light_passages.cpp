// SPDX-License-Identifier: Apache-2.0
// Frames and trains on their way through a LightMap.
#include <algorithm>

#include "systemc/kernel/time.hpp"
#include "systemc/light/light_map.hpp"
#include "systemc/link/frame_part.hpp"

namespace heliograph::systemc {

void LightMap::accept(Frame& frame, base::TransceiverId from) {
  const base::Picoseconds exit = exit_delay(from).rounded;
  if (frame.count == 1) {
    frame_passages_.schedule(frame.first_bit + exit, {&frame, from, 0});
    return;
  }
  TransmitterSlot& slot = transmitters_[base::index(from)];
  std::vector<Stretch>& stretches = slot.stretches;
  stretches.erase(std::remove_if(stretches.begin(), stretches.end(),
                                 [](const Stretch& each) {
                                   return each.promised != nullptr &&
                                          each.passage(each.end - 1) <= now();
                                 }),
                  stretches.end());
  stretches.push_back({++stretch_ids_, &frame, frame.pace, exit, 0, frame.count, nullptr});
  schedule(stretches.back(), from);
  if (begun_ && slot.exit.value().rounded != exit) {
    redirect(slot, from);  // the way has changed at this very instant
  }
}

void LightMap::schedule(const Stretch& stretch, base::TransceiverId from) {
  frame_passages_.schedule(stretch.passage(stretch.next), {nullptr, from, stretch.id});
}

void LightMap::on_frame_passage(const FramePassage& passage) {
  if (passage.frame != nullptr) {
    frame_passes(*passage.frame, passage.transmitter);
  } else {
    stretch_passes(transmitters_[base::index(passage.transmitter)], passage.transmitter,
                   passage.stretch);
  }
}

const ReceivedLight* LightMap::light_for_now(const ReceiverSlot& slot) const {
  auto segment = slot.segments.rbegin();
  while (segment != slot.segments.rend() && segment->from >= now()) {
    ++segment;
  }
  if (segment != slot.segments.rend()) {
    return &segment->light;
  }
  // The very first light is taken to have been there before.
  return slot.segments.empty() ? nullptr : &slot.segments.front().light;
}

base::Picoseconds LightMap::flight_of(const TransmitterSlot& from, base::Picoseconds exit,
                                      const ReceiverSlot& to) const {
  const ExitDelay& way = from.exit.before(now());
  if (way.rounded == exit) {
    return base::round_to_picoseconds(way.exact + to.span.delay);
  }
  // It left for another way than the one that light takes now, and has come out of that.
  return exit + base::round_to_picoseconds(to.span.delay);
}

void LightMap::hand_over(ReceiverSlot& to, Frame& frame) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  (*to.socket)->nb_transport_fw(frame, phase, delay);
}

void LightMap::frame_passes(Frame& frame, base::TransceiverId from) {
  const TransmitterSlot& sender = transmitters_[base::index(from)];
  const base::Picoseconds exit = now() - frame.first_bit;
  Frame* travelling = &frame;
  for (const std::size_t r : sender.followers) {
    ReceiverSlot& slot = receivers_[r];
    const ReceivedLight* light = light_for_now(slot);
    if (light == nullptr || light->source != from) {
      continue;
    }
    if (travelling == nullptr) {  // the light is split: another receiver follows it as well
      travelling = &pool_.acquire();
      copy_part(frame, 0, 1, *travelling);
      travelling->original = &frame;
      ++frame.arrivals_left;
    }
    travelling->flight = flight_of(sender, exit, slot);
    travelling->frame_loss_probability = light->frame_loss_probability;
    hand_over(slot, *travelling);
    travelling = nullptr;
  }
  if (travelling != nullptr) {
    link_observer_.frame_lost(frame, from, LossCause::dark, now());
    pool_.release(frame);
  }
}

LightMap::ReceiverSlot* LightMap::only_follower(base::TransceiverId from) {
  ReceiverSlot* only = nullptr;
  for (const std::size_t r : transmitters_[base::index(from)].followers) {
    const ReceivedLight* light = light_for_now(receivers_[r]);
    if (light == nullptr || light->source != from) {
      continue;
    }
    if (only != nullptr) {
      return nullptr;
    }
    only = &receivers_[r];
  }
  return only;
}

void LightMap::stretch_passes(TransmitterSlot& from, base::TransceiverId id,
                              std::uint64_t stretch) {
  const auto found = std::find_if(from.stretches.begin(), from.stretches.end(),
                                  [&](const Stretch& each) { return each.id == stretch; });
  if (found == from.stretches.end() || found->promised != nullptr ||
      found->passage(found->next) != now()) {
    return;  // another passage has replaced this one
  }
  Frame& train = *found->train;
  ReceiverSlot* follower = light_moved_ == now() ? nullptr : only_follower(id);
  if (follower != nullptr) {
    found->promised = follower->receiver;
    train.begin = found->next;
    train.end = found->end;
    train.flight = flight_of(from, found->exit, *follower);
    train.frame_loss_probability = light_for_now(*follower)->frame_loss_probability;
    hand_over(*follower, train);
    return;
  }
  Frame& frame = pool_.acquire();
  copy_part(train, found->next, 1, frame);
  ++found->next;
  if (found->next == found->end) {
    from.stretches.erase(found);
  } else {
    schedule(*found, id);
  }
  pool_.close(train, 1);
  frame_passes(frame, id);
}

void LightMap::take_back_promises() {
  light_moved_ = now();
  for (std::size_t t = 0; t < transmitters_.size(); ++t) {
    std::vector<Stretch>& stretches = transmitters_[t].stretches;
    for (auto stretch = stretches.begin(); stretch != stretches.end();) {
      if (stretch->promised == nullptr) {
        ++stretch;
        continue;
      }
      stretch->next = stretch->passed(now());
      if (stretch->next == stretch->end) {
        stretch = stretches.erase(stretch);
        continue;
      }
      stretch->promised->cut_train(*stretch->train, stretch->end, stretch->next);
      stretch->promised = nullptr;
      schedule(*stretch, static_cast<base::TransceiverId>(t));
      ++stretch;
    }
  }
}

void LightMap::redirect(TransmitterSlot& from, base::TransceiverId id) {
  const std::size_t present = from.stretches.size();
  for (std::size_t s = 0; s < present; ++s) {
    Stretch rest = from.stretches[s];
    rest.next = std::max(rest.pace.begun(now(), rest.end), rest.next);
    if (rest.next == rest.end) {
      continue;
    }
    from.stretches[s].end = rest.next;
    rest.id = ++stretch_ids_;
    rest.exit = from.exit.value().rounded;
    from.stretches.push_back(rest);
    schedule(rest, id);
  }
  from.stretches.erase(std::remove_if(from.stretches.begin(), from.stretches.end(),
                                      [](const Stretch& each) { return each.next == each.end; }),
                       from.stretches.end());
}

void LightMap::train_cut(base::TransceiverId from, Frame& train, std::int64_t taken_back) {
  std::vector<Stretch>& stretches = transmitters_[base::index(from)].stretches;
  for (Stretch& stretch : stretches) {
    if (stretch.train == &train && stretch.end > train.count) {
      if (stretch.promised != nullptr) {
        stretch.promised->cut_train(train, stretch.end, train.count);
      }
      stretch.end = train.count;
    }
  }
  stretches.erase(std::remove_if(stretches.begin(), stretches.end(),
                                 [](const Stretch& each) { return each.next >= each.end; }),
                  stretches.end());
  pool_.close(train, taken_back);
}

}  // namespace heliograph::systemc
