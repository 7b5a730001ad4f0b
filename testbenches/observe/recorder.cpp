// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/recorder.hpp"

#include <algorithm>

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kFramesPerProgress = 4096;

}  // namespace

using systemc::ControlEvent;
using systemc::LossCause;

Recorder::Recorder(std::uint32_t ranks, WaveWriter* waves, std::uint32_t ports)
    : waves_(waves),
      wire_bits_(ranks),
      transceivers_(ports > 1 ? std::size_t{ranks} * ports : 0),
      light_now_(std::size_t{ranks} * ports),
      crosstalk_(std::size_t{ranks} * ports) {}

base::EpochId Recorder::epoch_under_way() const {
  return events_.empty() ? base::EpochId{} : events_.back().epoch;
}

void Recorder::happened(base::Picoseconds when) {
  ++happenings_;
  last_happening_ = std::max(last_happening_, when);
}

void Recorder::frame_sent(const systemc::Frame& frame) {
  happened(frame.first_bit);
  sending_until_ = std::max(sending_until_, frame.last_bit);
  frames_.of({frame.source, frame.destination}).sent += frame.count;
  wire_bits_[base::index(frame.source)] += frame.wire_bits * frame.count;
  if (!transceivers_.empty()) {
    TransceiverCounts& counts = transceivers_[base::index(frame.sender)];
    counts.sent += frame.count;
    counts.wire_bits += frame.wire_bits * frame.count;
  }
  energy_log_.frames_sent += frame.count;
}

void Recorder::frames_taken_back(const systemc::Frame& train, std::int64_t count) {
  frames_.of({train.source, train.destination}).sent -= count;
  base::Bits& bits = wire_bits_[base::index(train.source)];
  bits = bits - train.wire_bits * count;
  if (!transceivers_.empty()) {
    TransceiverCounts& counts = transceivers_[base::index(train.sender)];
    counts.sent -= count;
    counts.wire_bits = counts.wire_bits - train.wire_bits * count;
  }
  energy_log_.frames_sent -= count;
}

void Recorder::frame_arrived(const systemc::Frame& frame, base::TransceiverId /*at*/) {
  energy_log_.frames_arrived += frame.count;
}

void Recorder::code_written(base::Picoseconds /*when*/) { ++energy_log_.codes_written; }

void Recorder::frame_lost(const systemc::Frame& frame, base::TransceiverId at, LossCause cause,
                          base::Picoseconds when) {
  happened(when);
  FrameCounts& counts = frames_.of({frame.source, frame.destination});
  counts.lost[static_cast<std::size_t>(cause)] += frame.count;
  counts.lost_payload += frame.payload;
  if (!transceivers_.empty()) {
    transceivers_[base::index(at)].lost += frame.count;
  }
  if (!settled_.before(when) && (cause == LossCause::errors || cause == LossCause::unlocked)) {
    ++lost_while_settling_;
    worst_crosstalk_ = std::max(worst_crosstalk_, crosstalk_[base::index(at)].before(when));
  }
}

void Recorder::frame_delivered(const systemc::Frame& frame, base::TransceiverId at) {
  FrameCounts& counts = frames_.of({frame.source, frame.destination});
  counts.delivered += frame.count;
  counts.delivered_payload += frame.payload;
  delivered_ += frame.payload;
  if (!transceivers_.empty()) {
    TransceiverCounts& here = transceivers_[base::index(at)];
    here.delivered += frame.count;
    here.delivered_payload += frame.payload;
  }
  happened(frame.last_bit + frame.flight);
  const std::int64_t before = frames_delivered_;
  frames_delivered_ += frame.count;
  if (progress_listener_ && before / kFramesPerProgress != frames_delivered_ / kFramesPerProgress) {
    progress_listener_(delivered_, frames_delivered_);
  }
  note_arrivals_in_the_dark(frame);
}

void Recorder::note_arrivals_in_the_dark(const systemc::Frame& frame) {
  const base::Picoseconds first = frame.pace.last_bit(0) + frame.flight;
  for (auto dark = darkness_.rbegin(); dark != darkness_.rend() && dark->active >= first; ++dark) {
    const std::int64_t arrived = frame.pace.ended(dark->active - frame.flight, frame.count) -
                                 frame.pace.ended(dark->broken - frame.flight, frame.count);
    if (arrived > 0) {
      delivered_while_dark_[dark->epoch] += arrived;
    }
  }
}

void Recorder::lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) {
  if (!ambient_moves_) {
    happened(when);
  }
  if (waves_ != nullptr) {
    waves_->lock(at, locked, when);
  }
}

void Recorder::lane_changed(base::TransceiverId at, std::size_t lane, systemc::LockState state,
                            base::Picoseconds when) {
  if (!ambient_moves_) {
    happened(when);
  }
  lane_events_.push_back({at, lane, state, when});
  if (waves_ != nullptr) {
    waves_->lane(at, lane, state, when);
  }
}

void Recorder::lane_failed(base::TransceiverId at, std::size_t lane, base::Picoseconds when) {
  happened(when);
  lane_failures_.push_back({at, lane, when});
}

void Recorder::codes_latched(const std::vector<photonics::DacCode>& codes, base::Picoseconds when) {
  happened(when);
  settled_.set(false, when);
  energy_log_.latches.push_back({when, codes});
  const base::EpochId epoch = epoch_under_way();
  plant_[epoch].latched = when;
  if (circuits_ == nullptr || base::index(epoch) == 0 ||
      base::index(epoch) > circuits_->reconfigurations().size()) {
    return;
  }
  const auto& wanted = circuits_->reconfigurations()[base::index(epoch) - 1].codes;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (codes[i] != wanted[i]) {
      wrong_codes_.push_back({epoch, static_cast<base::ActuatorId>(i), codes[i], wanted[i]});
    }
  }
}

void Recorder::phases_sampled(const std::vector<base::Radian>& phases, base::Picoseconds when) {
  if (waves_ != nullptr) {
    waves_->phases(phases, when);
  }
}

void Recorder::fabric_settled(base::Picoseconds when) {
  happened(when);
  settled_.set(true, when);
  plant_[epoch_under_way()].settled = when;
}

void Recorder::light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) {
  if (!ambient_moves_) {
    happened(light.valid_from);
  }
  light_now_[base::index(at)] = light;
  crosstalk_[base::index(at)].set(light.crosstalk, light.valid_from);
  if (base::index(active_epoch_) != 0) {
    note_light_of_epoch();
  }
  if (waves_ != nullptr) {
    waves_->light(at, light);
  }
}

void Recorder::note_light_of_epoch() {
  std::vector<systemc::ReceivedLight>& lights = light_of_epoch_[active_epoch_];
  std::vector<double>& worst = worst_ber_of_epoch_[active_epoch_];
  lights.resize(light_now_.size());
  worst.resize(light_now_.size());
  for (std::size_t i = 0; i < worst.size(); ++i) {
    if (!pauses(light_now_[i], lights[i])) {
      lights[i] = light_now_[i];
      worst[i] = std::max(worst[i], light_now_[i].pre_fec_ber);
    }
  }
}

double Recorder::worst_ber(base::EpochId epoch, base::TransceiverId at) const {
  const auto found = worst_ber_of_epoch_.find(epoch);
  return found == worst_ber_of_epoch_.end() ? 0.5 : found->second[base::index(at)];
}

void Recorder::control_event(std::uint8_t id, std::uint32_t argument, base::Picoseconds when) {
  happened(when);
  const auto event = static_cast<ControlEvent>(id);
  base::EpochId epoch = epoch_under_way();
  if (event == ControlEvent::kRequest) {
    epoch = static_cast<base::EpochId>(base::index(epoch) + 1);  // they follow each other
  }
  note_switching(event, epoch, when);
  if (event == ControlEvent::kBreak) {
    darkness_.push_back({epoch, when, base::Picoseconds::never()});
    active_epoch_ = base::EpochId{};  // light from here on belongs to no active epoch
  }
  if (event == ControlEvent::kActive) {
    if (!darkness_.empty()) {
      darkness_.back().active = when;
    }
    active_epoch_ = epoch;
    note_light_of_epoch();
  }
  if (event == ControlEvent::kRelockTimeout) {
    light_at_timeout_[epoch] = light_now_;
  }
  events_.push_back({event, argument, when, epoch});
}

void Recorder::note_switching(ControlEvent event, base::EpochId epoch, base::Picoseconds when) {
  if (event == ControlEvent::kRequest) {
    const std::size_t change = base::index(epoch) - 1;
    const bool known = circuits_ != nullptr && change < circuits_->reconfigurations().size();
    switching_.ask(epoch, known ? circuits_->reconfigurations()[change].requested : when);
  } else if (event == ControlEvent::kQuiesce) {
    switching_.drain(when);
  } else if (event == ControlEvent::kBreak) {
    switching_.dark(when);
  } else if (event == ControlEvent::kActive) {
    switching_.active(when);
  }
}

systemc::ReceivedLight Recorder::light_at_timeout(base::EpochId epoch, std::size_t receiver) const {
  const auto found = light_at_timeout_.find(epoch);
  return found != light_at_timeout_.end() && receiver < found->second.size()
             ? found->second[receiver]
             : systemc::ReceivedLight();
}

void Recorder::controller_outputs(const systemc::ControllerOutputs& outputs,
                                  base::Picoseconds when) {
  if (waves_ != nullptr) {
    waves_->controller(outputs, when);
  }
}

PlantInstants Recorder::plant(base::EpochId epoch) const {
  const auto found = plant_.find(epoch);
  return found == plant_.end() ? PlantInstants{} : found->second;
}

std::int64_t Recorder::delivered_while_dark(base::EpochId epoch) const {
  const auto found = delivered_while_dark_.find(epoch);
  return found == delivered_while_dark_.end() ? 0 : found->second;
}

base::Bits Recorder::wire_bits() const {
  base::Bits sum;
  for (const base::Bits bits : wire_bits_) {
    sum += bits;
  }
  return sum;
}

base::Bits Recorder::busiest_wire_bits() const {
  return wire_bits_.empty() ? base::Bits(0)
                            : *std::max_element(wire_bits_.begin(), wire_bits_.end());
}

}  // namespace heliograph::testbenches
