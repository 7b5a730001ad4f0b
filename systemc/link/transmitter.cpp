// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/transmitter.hpp"

#include <algorithm>
#include <vector>

#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_part.hpp"
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
  failed_ = Lagging<LaneMask>(failed_.value());  // from the beginning, not from its first instant
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
  const LaneMask left = all_of(lanes_) & ~failed_.value();
  return {lit_ ? left : LaneMask{0},
          parameters_.on_lane_loss == LaneLossPolicy::degrade ? left : all_of(lanes_)};
}

bool Transmitter::down() const { return down_without(failed_.value()); }

bool Transmitter::down_without(LaneMask failed) const {
  return failed != 0 &&
         (parameters_.on_lane_loss == LaneLossPolicy::down || (all_of(lanes_) & ~failed) == 0);
}

void Transmitter::fail_lane(std::size_t lane) {
  if (lane >= lanes_ || carries(failed_.value(), lane)) {
    return;
  }
  cut_train();
  failed_.set(failed_.value() | (LaneMask{1} << lane), now());
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
        go_dark();
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
  if (!parameters_.keep_alive && !drain_requested_.value()) {
    ++pauses_;
    dark_at_ = now() + parameters_.idle_off;
    moments_.schedule(dark_at_, {Moment::Kind::idle, 0, pauses_});
  }
}

void Transmitter::end_pause_if_due() {
  if (dark_at_ == now()) {
    go_dark();
  }
}

void Transmitter::go_dark() {
  ++pauses_;
  dark_at_ = base::Picoseconds::never();
  lit_ = false;
  wanted_ = false;
  tell_emission();
}

void Transmitter::tell_emission() {
  if (emission_changed_) {
    emission_changed_();
  }
}

bool Transmitter::stopped() const {
  return drain_requested_.value() && drain_requested_.before(now());
}

void Transmitter::wake() {
  if (!sending_ && !stopped()) {
    send_next();
  }
}

void Transmitter::set_drain(bool requested) {
  if (requested == drain_requested_.value()) {
    return;
  }
  end_pause_if_due();
  drain_requested_.set(requested, now());
  if (requested) {
    ++pauses_;
    dark_at_ = base::Picoseconds::never();
    light_up();
    if (sending_) {
      cut_train();
    } else {
      acknowledge_later();
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

void Transmitter::acknowledge_later() {
  // Not at the instant of the request, at which a frame may still begin.
  const base::Picoseconds at =
      std::max(line_.free_at() + fabric_exit_delay_, now() + base::Picoseconds(1));
  fabric_empty_event_.notify(to_sc_time(at - now()));
}

void Transmitter::line_free() {
  const std::int64_t left = on_line_;
  sending_ = false;
  train_ = nullptr;
  source_->frames_left(left);
  if (sending_) {
    return;  // frames_left() has woken the line already
  }
  if (!stopped()) {
    send_next();
  }
  if (!sending_ && drain_requested_.value()) {
    acknowledge_later();
  }
}

void Transmitter::send_next() {
  end_pause_if_due();
  const LaneMask failed = failed_.before(now());
  if (down_without(failed)) {
    return;
  }
  if (!lit_ || now() < ready_at_) {
    light_up();
    return;
  }
  // What has changed at this very instant counts from the next frame on.
  const bool last_of_its_kind = drain_requested_.value() || failed_.value() != failed;
  Frame* frame = source_->next_frame(last_of_its_kind ? 1 : longest_train_);
  if (frame == nullptr) {
    begin_pause();
    return;
  }
  if (rated_without_ != failed) {
    rated_without_ = failed;
    line_.set_rate(parameters_.rate_over(count(all_of(lanes_) & ~failed)));
  }
  ++pauses_;
  dark_at_ = base::Picoseconds::never();
  if (drain_requested_.value()) {
    fabric_empty_event_.cancel();
  }
  sending_ = true;
  on_line_ = frame->count;
  train_ = on_line_ > 1 ? frame : nullptr;
  frame->sender = id_;
  frame->open = on_line_;
  frame->lanes = parameters_.on_lane_loss == LaneLossPolicy::degrade ? all_of(lanes_) & ~failed
                                                                     : all_of(lanes_);
  frame->first_bit = now();
  pace_ = line_.send(frame->wire_bits, on_line_, frame->first_bit);
  frame->pace = pace_;
  frame->last_bit = line_.free_at();
  line_free_event_.notify(to_sc_time(frame->last_bit - frame->first_bit));
  for (EnergyAccount* account : accounts_) {
    account->add_bits(frame->wire_bits * on_line_);
  }
  observer_.frame_sent(*frame);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  light_out->nb_transport_fw(*frame, phase, delay);
}

void Transmitter::cut_train() {
  if (train_ == nullptr) {
    return;
  }
  const std::int64_t begun = pace_.begun(now(), on_line_);
  const std::int64_t taken_back = on_line_ - begun;
  if (taken_back == 0) {
    return;
  }
  Frame& train = *train_;  // its last frame has not begun, so it is still on its way
  on_line_ = begun;
  train_ = nullptr;
  keep_front(train, begun);
  line_.take_back(train.wire_bits, taken_back);
  line_free_event_.cancel();
  line_free_event_.notify(to_sc_time(line_.free_at() - now()));
  for (EnergyAccount* account : accounts_) {
    account->add_bits(base::Bits(0) - train.wire_bits * taken_back);
  }
  observer_.frames_taken_back(train, taken_back);
  if (train_cut_) {
    train_cut_(train, taken_back);
  }
}

void Transmitter::fabric_empty() {
  drained_ = true;
  if (drain_changed_) {
    drain_changed_();
  }
}

}  // namespace heliograph::systemc
