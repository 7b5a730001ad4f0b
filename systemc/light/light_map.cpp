// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/light_map.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

/// What a receiver would notice: a change of any of these is an event of its own.
bool same_kind(const ReceivedLight& a, const ReceivedLight& b) {
  return a.source == b.source && a.quality_ok == b.quality_ok &&
         a.loss_of_signal == b.loss_of_signal &&
         std::equal(a.lanes.begin(), a.lanes.end(), b.lanes.begin(), b.lanes.end(),
                    [](const LaneLight& one, const LaneLight& other) {
                      return one.in_use == other.in_use && one.quality_ok == other.quality_ok &&
                             one.loss_of_signal == other.loss_of_signal;
                    });
}

LaneLight worse(const LaneLight& a, const LaneLight& b) {
  LaneLight lane = a.pre_fec_ber >= b.pre_fec_ber ? a : b;
  lane.quality_ok = a.quality_ok && b.quality_ok;
  lane.loss_of_signal = a.loss_of_signal || b.loss_of_signal;
  lane.signal = std::min(a.signal, b.signal);
  lane.total = std::min(a.total, b.total);
  lane.crosstalk = std::max(a.crosstalk, b.crosstalk);
  return lane;
}

double factor_of(const std::vector<double>& factors, std::size_t lane) {
  return factors.empty() ? 1.0 : factors[lane];
}

/// Of two lights, the one that errs on the safe side in each respect.
ReceivedLight worse(const ReceivedLight& a, const ReceivedLight& b) {
  ReceivedLight light = a.pre_fec_ber >= b.pre_fec_ber ? a : b;
  light.quality_ok = a.quality_ok && b.quality_ok;
  light.loss_of_signal = a.loss_of_signal || b.loss_of_signal;
  light.signal = std::min(a.signal, b.signal);
  light.total = std::min(a.total, b.total);
  light.crosstalk = std::max(a.crosstalk, b.crosstalk);
  light.frame_loss_probability = std::max(a.frame_loss_probability, b.frame_loss_probability);
  for (std::size_t lane = 0; lane < std::min(a.lanes.size(), b.lanes.size()); ++lane) {
    light.lanes[lane] = worse(a.lanes[lane], b.lanes[lane]);
  }
  return light;
}

double field_factor(base::Decibel loss) { return std::sqrt(base::attenuation(loss).value()); }

}  // namespace

LightMap::LightMap(const sc_core::sc_module_name& name, const LinkOptics& optics, FramePool& pool,
                   LinkObserver& link_observer, LightObserver& light_observer)
    : sc_core::sc_module(name),
      optics_(optics),
      pool_(pool),
      link_observer_(link_observer),
      light_observer_(light_observer),
      passages_("passages", [this](const Passage& passage) { on_passage(passage); }),
      frame_passages_("frame_passages",
                      [this](const FramePassage& passage) { on_frame_passage(passage); }) {}

void LightMap::add_fabric(FabricLight& fabric) {
  FabricSlot slot;
  slot.fabric = &fabric;
  slot.joints.resize(fabric.ports());
  fabrics_.push_back(std::move(slot));
}

std::size_t LightMap::slot_of(const FabricLight& fabric) const {
  const auto found = std::find_if(fabrics_.begin(), fabrics_.end(),
                                  [&](const FabricSlot& slot) { return slot.fabric == &fabric; });
  if (found == fabrics_.end()) {
    throw std::logic_error(std::string(name()) + ": this fabric was not added");
  }
  return static_cast<std::size_t>(found - fabrics_.begin());
}

void LightMap::add_transmitter(Transmitter& transmitter, FabricLight& fabric, base::PortId input,
                               LightSpan span) {
  const base::TransceiverId id = transmitter.id();
  if (base::index(id) != transmitters_.size()) {
    throw std::logic_error(std::string(name()) +
                           ": transmitters are added in the order of their ids");
  }
  auto target = std::make_unique<FrameTarget>([this, id](Frame& frame) { accept(frame, id); });
  auto socket = std::make_unique<tlm::tlm_target_socket<32, FrameProtocol>>(
      ("from_transmitter_" + std::to_string(transmitters_.size())).c_str());
  socket->bind(*target);
  transmitter.light_out.bind(*socket);
  transmitter.on_emission_change([this, id, &transmitter] {
    Passage passage;
    passage.emission = transmitter.emission();
    passage.transmitter = id;
    passages_.schedule(now() + exit_delay(id).rounded, passage);
  });
  transmitter.on_train_cut(
      [this, id](Frame& train, std::int64_t taken_back) { train_cut(id, train, taken_back); });
  lanes_ = std::max(lanes_, transmitter.lanes());
  TransmitterSlot& slot = transmitters_.emplace_back();
  slot.fabric = slot_of(fabric);
  slot.input = input;
  slot.span = span;
  slot.transmitter = &transmitter;
  slot.emission = transmitter.emission();
  slot.target = std::move(target);
  slot.socket = std::move(socket);
}

void LightMap::add_receiver(Receiver& receiver, FabricLight& fabric, base::PortId output,
                            LightSpan span) {
  if (base::index(receiver.id()) != receivers_.size()) {
    throw std::logic_error(std::string(name()) + ": receivers are added in the order of their ids");
  }
  ReceiverSlot& slot = receivers_.emplace_back();
  slot.receiver = &receiver;
  slot.socket = std::make_unique<tlm::tlm_initiator_socket<32, FrameProtocol>>(
      ("to_receiver_" + std::to_string(receivers_.size() - 1)).c_str());
  slot.socket->bind(no_backward_path_);
  slot.socket->bind(receiver.light_in);
  slot.fabric = slot_of(fabric);
  slot.output = output;
  slot.span = span;
}

void LightMap::join(FabricLight& from, base::PortId output, FabricLight& to, base::PortId input,
                    LightSpan span) {
  const std::size_t upstream = slot_of(from);
  const std::size_t downstream = slot_of(to);
  if (downstream <= upstream) {
    throw std::logic_error(std::string(name()) +
                           ": light meets fabrics in the order of their adding");
  }
  fabrics_[upstream].joints[base::index(output)] = Joint{downstream, input, span};
}

void LightMap::compose(base::Picoseconds at) {
  const auto sources = static_cast<Eigen::Index>(transmitters_.size());
  for (FabricSlot& slot : fabrics_) {
    slot.arriving.setZero(static_cast<Eigen::Index>(slot.fabric->ports()), sources);
  }
  const double launched = std::sqrt(optics_.launch_power().value());
  for (std::size_t t = 0; t < transmitters_.size(); ++t) {
    const TransmitterSlot& slot = transmitters_[t];
    fabrics_[slot.fabric].arriving(static_cast<Eigen::Index>(base::index(slot.input)),
                                   static_cast<Eigen::Index>(t)) =
        launched * field_factor(slot.span.loss);
  }
  for (FabricSlot& slot : fabrics_) {
    slot.fabric->field_at(std::min(at, slot.fabric->interval_end()), slot.matrix);
    slot.leaving.noalias() = slot.matrix * slot.arriving;
    for (std::size_t output = 0; output < slot.joints.size(); ++output) {
      if (const std::optional<Joint>& joint = slot.joints[output]) {
        fabrics_[joint->fabric].arriving.row(static_cast<Eigen::Index>(base::index(joint->input))) =
            field_factor(joint->span.loss) * slot.leaving.row(static_cast<Eigen::Index>(output));
      }
    }
  }
}

ReceivedLight LightMap::view(const ReceiverSlot& slot) const {
  if (lanes_ > 1) {
    return view_lanes(slot);
  }
  const auto fields =
      fabrics_[slot.fabric].leaving.row(static_cast<Eigen::Index>(base::index(slot.output)));
  const double kept = base::attenuation(slot.span.loss).value();
  ReceivedLight light;
  for (Eigen::Index t = 0; t < fields.size(); ++t) {
    if (transmitters_[static_cast<std::size_t>(t)].emission.lit == 0) {
      continue;
    }
    const base::Watt power(std::norm(fields(t)) * kept);
    light.total += power;
    if (power > light.signal) {
      light.signal = power;
      light.source = static_cast<base::TransceiverId>(t);
    }
  }
  if (light.signal.value() > 0.0) {
    light.crosstalk = base::PowerRatio((light.total - light.signal) / light.signal);
  }
  optics_.judge(light);
  return light;
}

ReceivedLight LightMap::view_lanes(const ReceiverSlot& slot) const {
  const auto fields =
      fabrics_[slot.fabric].leaving.row(static_cast<Eigen::Index>(base::index(slot.output)));
  const double kept = base::attenuation(slot.span.loss).value();
  const std::vector<double>& own = slot.receiver->lane_factors();
  ReceivedLight light;
  light.lanes.resize(lanes_);
  std::vector<base::Watt> strongest(lanes_);
  base::Watt most;
  for (std::size_t t = 0; t < transmitters_.size(); ++t) {
    const TransmitterSlot& from = transmitters_[t];
    const double power = std::norm(fields(static_cast<Eigen::Index>(t))) * kept;
    std::vector<base::Watt> powers(lanes_);
    base::Watt sum;
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      if (carries(from.emission.lit, lane)) {
        powers[lane] = base::Watt(power * factor_of(from.transmitter->lane_factors(), lane) *
                                  factor_of(own, lane));
      }
      sum += powers[lane];
      light.lanes[lane].total += powers[lane];
    }
    if (sum > most) {
      most = sum;
      strongest = std::move(powers);
      light.source = static_cast<base::TransceiverId>(t);
    }
  }
  int used = 0;
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    LaneLight& one = light.lanes[lane];
    one.signal = strongest[lane];
    one.in_use =
        !light.source || carries(transmitters_[base::index(*light.source)].emission.in_use, lane);
    if (one.signal.value() > 0.0) {
      one.crosstalk = base::PowerRatio((one.total - one.signal) / one.signal);
    }
    if (one.in_use) {
      ++used;
      light.signal += one.signal;
      light.total += one.total;
    }
  }
  if (used > 0) {
    light.signal = light.signal * (1.0 / used);
    light.total = light.total * (1.0 / used);
  }
  optics_.judge(light);
  return light;
}

ReceivedLight LightMap::view_at(const ReceiverSlot& slot, base::Picoseconds at) {
  compose(at);
  return view(slot);
}

void LightMap::interval_begins(FabricLight& fabric) {
  light_up_to(fabric.interval_end());
  find_exits();
  begun_ = true;
}

void LightMap::find_exits() {
  for (std::size_t t = 0; t < transmitters_.size(); ++t) {
    const auto id = static_cast<base::TransceiverId>(t);
    const base::Second exact = delay_to_output(id);
    const ExitDelay exit{exact, base::round_to_picoseconds(exact)};
    Lagging<ExitDelay>& known = transmitters_[t].exit;
    if (!begun_) {
      known = Lagging<ExitDelay>(exit);
      redirect(transmitters_[t], id);
    } else if (known.value().exact.value() != exact.value()) {
      known.set(exit, now());
      redirect(transmitters_[t], id);
    }
  }
}

LightMap::ExitDelay LightMap::exit_delay(base::TransceiverId from) const {
  if (begun_) {
    return transmitters_[base::index(from)].exit.before(now());
  }
  const base::Second exact = delay_to_output(from);
  return {exact, base::round_to_picoseconds(exact)};
}

void LightMap::emission_changed(base::TransceiverId from, const Emission& emission) {
  transmitters_[base::index(from)].emission = emission;
  if (!begun_) {
    return;  // the fabric's first interval will find it
  }
  base::Picoseconds to = now();
  for (const FabricSlot& slot : fabrics_) {
    to = std::max(to, slot.fabric->interval_end());
  }
  light_up_to(to);
}

void LightMap::light_up_to(base::Picoseconds to) {
  const base::Picoseconds from = now();
  take_back_promises();
  std::vector<ReceivedLight> first;
  first.reserve(receivers_.size());
  compose(from);
  for (const ReceiverSlot& slot : receivers_) {
    first.push_back(view(slot));
  }
  std::vector<ReceivedLight> last;
  last.reserve(receivers_.size());
  compose(to);
  for (const ReceiverSlot& slot : receivers_) {
    last.push_back(view(slot));
  }
  for (std::size_t r = 0; r < receivers_.size(); ++r) {
    ReceiverSlot& slot = receivers_[r];
    // What holds up to now is still needed for frames that pass at this very instant.
    const auto replaced = std::find_if(slot.segments.begin(), slot.segments.end(),
                                       [&](const Segment& each) { return each.from >= from; });
    slot.segments.erase(replaced, slot.segments.end());
    if (slot.segments.size() > 1) {
      slot.segments.erase(slot.segments.begin(), slot.segments.end() - 1);
    }
    ++slot.generation;
    const std::size_t kept = slot.segments.size();
    cut_into_segments(slot, from, to, first[r], last[r]);
    const base::Picoseconds flight = base::round_to_picoseconds(slot.span.delay);
    for (std::size_t s = kept; s < slot.segments.size(); ++s) {
      Segment& segment = slot.segments[s];
      segment.light.valid_from = segment.from + flight;
      passages_.schedule(segment.from, {{}, {}, r, slot.generation, false, segment.light});
    }
  }
  find_followers();
}

void LightMap::find_followers() {
  for (TransmitterSlot& slot : transmitters_) {
    slot.followers.clear();
  }
  for (std::size_t r = 0; r < receivers_.size(); ++r) {
    for (const Segment& segment : receivers_[r].segments) {
      if (segment.light.source) {
        std::vector<std::size_t>& followers =
            transmitters_[base::index(*segment.light.source)].followers;
        if (followers.empty() || followers.back() != r) {
          followers.push_back(r);
        }
      }
    }
  }
}

void LightMap::cut_into_segments(ReceiverSlot& slot, base::Picoseconds from, base::Picoseconds to,
                                 const ReceivedLight& first, const ReceivedLight& last) {
  // A light that flickers faster than this inside one interval is beyond the model; the remainder
  // then counts as its worse end.
  constexpr std::size_t kMostSegments = 16;
  const std::size_t most = slot.segments.size() + kMostSegments;
  ReceivedLight begin = first;
  while (!same_kind(begin, last) && slot.segments.size() + 1 < most) {
    // The first picosecond whose kind differs from that at `from`, by bisection.
    base::Picoseconds before = from;
    base::Picoseconds after = to;
    ReceivedLight light_before = begin;
    ReceivedLight light_after = last;
    while (after - before > base::Picoseconds(1)) {
      const base::Picoseconds middle((before.count() + after.count()) / 2);
      const ReceivedLight light = view_at(slot, middle);
      if (same_kind(begin, light)) {
        before = middle;
        light_before = light;
      } else {
        after = middle;
        light_after = light;
      }
    }
    slot.segments.push_back({from, worse(begin, light_before)});
    from = after;
    begin = light_after;
  }
  slot.segments.push_back({from, worse(begin, last)});
}

base::Second LightMap::delay_to_output(base::TransceiverId from) const {
  const TransmitterSlot& start = transmitters_[base::index(from)];
  base::Second delay = start.span.delay;
  std::size_t fabric = start.fabric;
  base::PortId input = start.input;
  while (true) {
    const LightPath path = fabrics_[fabric].fabric->path(input);
    delay += path.delay;
    if (!path.output) {
      return delay;
    }
    const std::optional<Joint>& joint = fabrics_[fabric].joints[base::index(*path.output)];
    if (!joint) {
      return delay;
    }
    delay += joint->span.delay;
    fabric = joint->fabric;  // added later than this one, so the walk ends
    input = joint->input;
  }
}

base::Picoseconds LightMap::flight_time(base::TransceiverId from, base::TransceiverId to) const {
  return base::round_to_picoseconds(delay_to_output(from) + receivers_[base::index(to)].span.delay);
}

void LightMap::on_passage(const Passage& passage) {
  if (passage.emission) {
    emission_changed(passage.transmitter, *passage.emission);
    return;
  }
  ReceiverSlot& slot = receivers_[passage.receiver];
  if (!passage.left_fabric) {
    if (passage.generation == slot.generation) {  // else a later interval has replaced it
      take_back_promises();
      Passage arrival = passage;
      arrival.left_fabric = true;
      passages_.schedule(passage.light.valid_from, std::move(arrival));
    }
    return;
  }
  slot.receiver->light_changed(passage.light);
  light_observer_.light_changed(slot.receiver->id(), passage.light);
}

}  // namespace heliograph::systemc
