// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/recorder.hpp"

#include <algorithm>

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kFramesPerProgress = 4096;

}  // namespace

using systemc::ControlEvent;
using systemc::LossCause;

Recorder::Recorder(std::uint32_t ranks, WaveWriter* waves)
    : waves_(waves), wire_bits_(ranks), light_now_(ranks) {}

base::EpochId Recorder::epoch_under_way() const {
  return events_.empty() ? base::EpochId{} : events_.back().epoch;
}

void Recorder::happened(base::Picoseconds when) {
  ++happenings_;
  last_happening_ = std::max(last_happening_, when);
}

void Recorder::frame_sent(const systemc::Frame& frame) {
  happened(frame.first_bit);
  ++frames_[{frame.source, frame.destination}].sent;
  wire_bits_[base::index(frame.source)] += frame.wire_bits;
  ++energy_log_.frames_sent;
}

void Recorder::frame_arrived(const systemc::Frame& /*frame*/, base::TransceiverId /*at*/) {
  ++energy_log_.frames_arrived;
}

void Recorder::code_written(base::Picoseconds /*when*/) { ++energy_log_.codes_written; }

void Recorder::frame_lost(const systemc::Frame& frame, base::TransceiverId at, LossCause cause,
                          base::Picoseconds when) {
  happened(when);
  ++frames_[{frame.source, frame.destination}].lost[static_cast<std::size_t>(cause)];
  if (!settled_ && (cause == LossCause::errors || cause == LossCause::unlocked)) {
    ++lost_while_settling_;
    worst_crosstalk_ = std::max(worst_crosstalk_, light_now_[base::index(at)].crosstalk);
  }
}

void Recorder::frame_delivered(const systemc::Frame& frame, base::TransceiverId /*at*/) {
  ++frames_[{frame.source, frame.destination}].delivered;
  delivered_ += frame.payload;
  happened(frame.last_bit + frame.flight);
  ++frames_delivered_;
  if (progress_listener_ && frames_delivered_ % kFramesPerProgress == 0) {
    progress_listener_(delivered_, frames_delivered_);
  }
  if (dark_) {
    ++delivered_while_dark_[epoch_under_way()];
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
  settled_ = false;
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
  settled_ = true;
  plant_[epoch_under_way()].settled = when;
}

void Recorder::light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) {
  if (!ambient_moves_) {
    happened(light.valid_from);
  }
  light_now_[base::index(at)] = light;
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
  if (event == ControlEvent::kBreak) {
    dark_ = true;
    active_epoch_ = base::EpochId{};  // light from here on belongs to no active epoch
  }
  if (event == ControlEvent::kActive) {
    dark_ = false;
    active_epoch_ = epoch;
    note_light_of_epoch();
  }
  events_.push_back({event, argument, when, epoch});
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
