// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/link_optics.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace heliograph::systemc {

namespace {

photonics::SwitchedLink bare_link(const photonics::TransmitterParameters& transmitter,
                                  const photonics::ReceiverParameters& receiver,
                                  const photonics::FecParameters& fec) {
  photonics::LinkDesign design;
  design.transmitter = transmitter;
  design.receiver = receiver;
  design.fec = fec;
  design.reflections.model = photonics::ReflectionModel::none;
  design.path = {{"fabric", base::Decibel(0.0), "fields", {}, {}}};
  return {std::move(design), 0};
}

}  // namespace

LinkOptics::LinkOptics(photonics::SwitchedLink link, base::Bits frame_bits, double lock_max_ber)
    : link_(std::move(link)),
      code_(link_.design().fec.outer_code()),
      inner_code_(link_.design().fec.inner_code()),
      codewords_per_frame_(code_.codewords(frame_bits)),
      lock_max_ber_(lock_max_ber) {}

LinkOptics::LinkOptics(const photonics::TransmitterParameters& transmitter,
                       const photonics::ReceiverParameters& receiver,
                       const photonics::FecParameters& fec, base::Bits frame_bits,
                       double lock_max_ber)
    : LinkOptics(bare_link(transmitter, receiver, fec), frame_bits, lock_max_ber) {}

bool LinkOptics::too_dim(base::Watt total) const {
  return photonics::loss_of_signal(link_.design().receiver, total);
}

void LinkOptics::judge(ReceivedLight& light) const {
  const photonics::SwitchedLink::Passage passage = link_.passage(light.signal);
  light.signal = light.signal * passage.gain.value();
  light.total = light.total * passage.gain.value();
  if (light.lanes.empty()) {
    const photonics::Reception reception = link_.receive(light.signal, light.crosstalk, passage);
    light.q = reception.q;
    light.pre_fec_ber = reception.ber;
    light.quality_ok = reception.ber <= lock_max_ber_;
    light.loss_of_signal = too_dim(light.total);
  } else {
    judge_lanes(light, passage);
  }
  light.frame_loss_probability =
      code_.loss_probability(inner_code_.post_fec_ber(light.pre_fec_ber), codewords_per_frame_);
}

void LinkOptics::judge_lanes(ReceivedLight& light,
                             const photonics::SwitchedLink::Passage& passage) const {
  double errors = 0.0;
  int used = 0;
  light.q = std::numeric_limits<double>::infinity();
  light.quality_ok = true;
  light.loss_of_signal = false;
  light.crosstalk = base::PowerRatio(0.0);
  for (LaneLight& lane : light.lanes) {
    lane.signal = lane.signal * passage.gain.value();
    lane.total = lane.total * passage.gain.value();
    const photonics::Reception reception = link_.receive(lane.signal, lane.crosstalk, passage);
    lane.q = reception.q;
    lane.pre_fec_ber = reception.ber;
    lane.quality_ok = reception.ber <= lock_max_ber_;
    lane.loss_of_signal = too_dim(lane.total);
    if (!lane.in_use) {
      continue;
    }
    ++used;
    errors += lane.pre_fec_ber;
    light.q = std::min(light.q, lane.q);
    light.crosstalk = std::max(light.crosstalk, lane.crosstalk);
    light.quality_ok = light.quality_ok && lane.quality_ok;
    light.loss_of_signal = light.loss_of_signal || lane.loss_of_signal;
  }
  light.pre_fec_ber = used > 0 ? errors / used : 0.5;
  if (used == 0) {
    light.q = 0.0;
    light.quality_ok = false;
    light.loss_of_signal = true;
  }
}

}  // namespace heliograph::systemc
