// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/transmitter.hpp"

#include <algorithm>
#include <vector>

#include "systemc/kernel/time.hpp"
#include "systemc/link/lane_fault.hpp"

namespace heliograph::systemc {

namespace {

/// Delays of light are rounded to whole picoseconds, so that a receiver may see it so much later.
constexpr base::Picoseconds kRoundings{2};

LaneMask all_of(std::size_t lanes) {
  constexpr std::size_t kMaskBits = 64;
  return lanes >= kMaskBits ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1U;
}

std::size_t count(LaneMask lanes) {
  std::size_t set = 0;
  for (; lanes != 0; lanes &= lanes - 1U) {
    ++set;
  }
  return set;
}

}  // namespace

Transmitter::Transmitter(const sc_core::sc_module_name& name, base::TransceiverId id,
                         const TransceiverParameters& parameters, LinkObserver& observer,
                         std::uint64_t seed)
    : sc_core::sc_module(name),
      light_out("light_out"),
      id_(id),
      parameters_(parameters),
      lanes_(parameters.separate_lanes()),
      lane_factors_(parameters.lane_factors(seed, "transmitter", id)),
      line_(parameters.line_rate),
      observer_(observer),
      moments_("moments", [this](const Moment& moment) { on_moment(moment); }),
      tuned_(parameters.ring_search().count() == 0),
      lit_(tuned_ && parameters.keep_alive),
      wanted_(parameters.keep_alive) {
  light_out.bind(no_backward_path_);
  SC_METHOD(line_free);
  dont_initialize();
  sensitive << line_free_event_;
  SC_METHOD(fabric_empty);
  dont_initialize();
  sensitive << fabric_empty_event_;
  for (const LaneFault& fault : own_faults()) {
    if (fault.at.count() == 0) {
      fail_lane(fault.lane);
    }
  }
}

void Transmitter::start_of_simulation() {
  if (!tuned_) {
    moments_.schedule(parameters_.ring_search(), {Moment::Kind::tuned, 0, 0});
  }
  for (const LaneFault& fault : own_faults()) {
    moments_.schedule(fault.at, {Moment::Kind::fault, fault.lane, 0});
  }
}

std::vector<LaneFault> Transmitter::own_faults() const {
  std::vector<LaneFault> own;
  for (const LaneFault& fault :
       parse_lane_faults(parameters_.lane_faults).value_or(std::vector<LaneFault>())) {
    if (fault.transceiver == id_) {
      own.push_back(fault);
    }
  }
  return own;
}

Emission Transmitter::emission() const {
  const LaneMask left = all_of(lanes_) & ~failed_;
  return {lit_ ? left : LaneMask{0},
          parameters_.on_lane_loss == LaneLossPolicy::degrade ? left : all_of(lanes_)};
}

bool Transmitter::down() const {
  return failed_ != 0 &&
         (parameters_.on_lane_loss == LaneLossPolicy::down || (all_of(lanes_) & ~failed_) == 0);
}

void Transmitter::fail_lane(std::size_t lane) {
  if (lane >= lanes_ || carries(failed_, lane)) {
    return;
  }
  failed_ |= LaneMask{1} << lane;
  if (!down()) {
    line_.set_rate(parameters_.rate_over(count(all_of(lanes_) & ~failed_)));
  }
  observer_.lane_failed(id_, lane, now());
  tell_emission();
}

void Transmitter::on_moment(const Moment& moment) {
  switch (moment.kind) {
    case Moment::Kind::fault:
      fail_lane(moment.lane);
      return;
    case Moment::Kind::tuned:
      tuned_ = true;
      if (wanted_) {
        light_up();
      }
      return;
    case Moment::Kind::ready:
      wake();
      return;
    case Moment::Kind::idle:
      if (moment.pause == pauses_) {
        lit_ = false;
        wanted_ = false;
        tell_emission();
      }
      return;
  }
}

void Transmitter::light_up() {
  wanted_ = true;
  if (lit_ || !tuned_) {
    return;
  }
  lit_ = true;
  ready_at_ = now() + parameters_.relock_time() + kRoundings;
  moments_.schedule(ready_at_, {Moment::Kind::ready, 0, 0});
  tell_emission();
}

void Transmitter::begin_pause() {
  if (!parameters_.keep_alive && !drain_requested_) {
    ++pauses_;
    moments_.schedule(now() + parameters_.idle_off, {Moment::Kind::idle, 0, pauses_});
  }
}

void Transmitter::tell_emission() {
  if (emission_changed_) {
    emission_changed_();
  }
}

void Transmitter::wake() {
  if (!sending_ && !drain_requested_) {
    send_next();
  }
}

void Transmitter::set_drain(bool requested) {
  if (requested == drain_requested_) {
    return;
  }
  drain_requested_ = requested;
  if (requested) {
    ++pauses_;
    light_up();
    if (!sending_) {
      const base::Picoseconds empty_at = line_.free_at() + fabric_exit_delay_;
      fabric_empty_event_.notify(to_sc_time(std::max(empty_at, now()) - now()));
    }
    return;
  }
  fabric_empty_event_.cancel();
  if (drained_) {
    drained_ = false;
    if (drain_changed_) {
      drain_changed_();
    }
  }
  wake();
}

void Transmitter::line_free() {
  sending_ = false;
  source_->frames_left(1);
  if (sending_) {
    return;  // frames_left() has woken the line already
  }
  if (drain_requested_) {
    fabric_empty_event_.notify(to_sc_time(fabric_exit_delay_));
  } else {
    send_next();
  }
}

void Transmitter::send_next() {
  if (down()) {
    return;
  }
  if (!lit_ || now() < ready_at_) {
    light_up();
    return;
  }
  Frame* frame = source_->next_frame(1);
  if (frame == nullptr) {
    begin_pause();
    return;
  }
  ++pauses_;
  sending_ = true;
  frame->lanes = emission().in_use;
  frame->first_bit = now();
  frame->pace = line_.send(frame->wire_bits, frame->count, frame->first_bit);
  frame->last_bit = frame->pace.last_bit(frame->count - 1);
  line_free_event_.notify(to_sc_time(frame->last_bit - frame->first_bit));
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame->wire_bits);
  }
  observer_.frame_sent(*frame);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  light_out->nb_transport_fw(*frame, phase, delay);
}

void Transmitter::fabric_empty() {
  drained_ = true;
  if (drain_changed_) {
    drain_changed_();
  }
}

}  // namespace heliograph::systemc
