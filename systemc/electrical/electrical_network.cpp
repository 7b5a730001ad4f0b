// SPDX-License-Identifier: Apache-2.0
#include "systemc/electrical/electrical_network.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_part.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

}  // namespace

ElectricalNetwork::ElectricalNetwork(const sc_core::sc_module_name& name,
                                     std::unique_ptr<NetworkTopology> topology,
                                     const ElectricalParameters& parameters, std::uint64_t seed,
                                     FramePool& pool, LinkObserver& observer)
    : sc_core::sc_module(name),
      topology_(std::move(topology)),
      parameters_(parameters),
      needed_to_forward_(parameters.needed_to_forward()),
      frame_loss_probability_(parameters.frame_loss_probability()),
      pool_(pool),
      observer_(observer),
      lines_(topology_->links(), LinkLine(parameters.rate_of(topology_->links_of_node()))),
      sinks_(topology_->nodes(), nullptr),
      trains_from_(topology_->nodes(), false) {
  if (parameters.line_rate.bits_per_second() <
      parameters.rate_of(topology_->links_of_node()).bits_per_second()) {
    throw std::invalid_argument("a link cannot be faster than its node's line");
  }
  if (frame_loss_probability_ > 0.0) {
    losses_.reserve(lines_.size());
    for (std::size_t link = 0; link < lines_.size(); ++link) {
      losses_.emplace_back(seed, "electrical/" + std::to_string(link));
    }
  }
  SC_METHOD(run);
  dont_initialize();
  sensitive << due_;
}

void ElectricalNetwork::connect(base::RankId rank, FrameSink& sink) {
  sinks_.at(base::index(rank)) = &sink;
}

void ElectricalNetwork::meter(EnergyAccount& links, EnergyAccount& switches) {
  link_energy_ = &links;
  switch_energy_ = &switches;
}

void ElectricalNetwork::allow_trains(const std::vector<base::RankCircuit>& pairs) {
  if (!losses_.empty()) {
    return;  // each frame has its own fate
  }
  trains_from_.assign(trains_from_.size(), true);
  if (parameters_.trains == TrainPolicy::approximate) {
    return;
  }
  struct Feed {
    std::size_t from = kNobody;  // the link before, or links + the source
    bool shared = false;
  };
  std::vector<Feed> feeds(lines_.size());
  for (const base::RankCircuit& pair : pairs) {
    std::size_t before = lines_.size() + base::index(pair.from);
    for (const std::size_t link : way(*topology_, base::index(pair.from), base::index(pair.to))) {
      Feed& feed = feeds[link];
      feed.shared = feed.shared || (feed.from != kNobody && feed.from != before);
      feed.from = before;
      before = link;
    }
  }
  for (const base::RankCircuit& pair : pairs) {
    const std::vector<std::size_t> links =
        way(*topology_, base::index(pair.from), base::index(pair.to));
    if (std::any_of(links.begin(), links.end(),
                    [&](std::size_t link) { return feeds[link].shared; })) {
      trains_from_[base::index(pair.from)] = false;
    }
  }
}

std::int64_t ElectricalNetwork::longest_train_from(base::RankId rank) const {
  return trains_from_[base::index(rank)] ? std::numeric_limits<std::int64_t>::max() : 1;
}

void ElectricalNetwork::inject(Frame& frame) {
  const std::size_t destination = base::index(frame.destination);
  if (destination >= topology_->nodes() || frame.destination == frame.source) {
    throw std::runtime_error(std::string(name()) + ": a frame from rank " +
                             std::to_string(base::index(frame.source)) + " to rank " +
                             std::to_string(destination) + " has no way");
  }
  enter(frame, topology_->next_link(base::index(frame.source), destination), frame.pace);
}

void ElectricalNetwork::enter(Frame& frame, std::size_t link, const Pace& ready) {
  Pace rest = ready;
  while (true) {
    const LinkLine::Passage passage = lines_[link].enter(rest, frame.wire_bits, frame.count);
    if (passage.count == frame.count) {
      pass(frame, link, passage.pace);
      return;
    }
    Frame& front = pool_.acquire();
    copy_part(frame, 0, passage.count, front);
    drop_front(frame, passage.count);
    rest = rest.from(passage.count);
    pass(front, link, passage.pace);
  }
}

void ElectricalNetwork::pass(Frame& frame, std::size_t link, const Pace& pace) {
  if (!losses_.empty() && losses_[link].frame_is_lost(frame_loss_probability_)) {
    frame.loss_cause = static_cast<int>(LossCause::errors);
  }
  const std::size_t to = topology_->ends(link).to;
  const bool there = to == base::index(frame.destination);
  const base::Bits bits = frame.wire_bits * frame.count;
  if (link_energy_ != nullptr) {
    link_energy_->add_bits(bits);
    if (!there) {
      switch_energy_->add_bits(bits);
    }
  }
  if (there) {
    frame.pace = pace;
    frame.first_bit = pace.first_bit(0);
    frame.last_bit = pace.last_bit(frame.count - 1);
    frame.flight = parameters_.propagation;
    schedule({frame.last_bit + frame.flight, kDelivered, {}, &frame, 0});
    return;
  }
  const Pace ready =
      pace.after(needed_to_forward_).delayed(parameters_.propagation + parameters_.hop_latency);
  schedule({ready.first_bit(0), topology_->next_link(to, base::index(frame.destination)), ready,
            &frame, 0});
}

void ElectricalNetwork::deliver(Frame& frame) {
  const auto at = static_cast<base::TransceiverId>(frame.destination);
  observer_.frame_arrived(frame, at);
  const base::Picoseconds available = now() + parameters_.rx_latency;
  FrameSink* const sink = sinks_[base::index(frame.destination)];
  if (frame.loss_cause >= 0) {
    sink->frame_damaged(frame, available);
    observer_.frame_lost(frame, at, LossCause::errors, now());
  } else {
    switch (sink->frame_received(frame, available)) {
      case Reception::taken:
        observer_.frame_delivered(frame, at);
        break;
      case Reception::stray:
        observer_.frame_lost(frame, at, LossCause::misdelivered, now());
        break;
      case Reception::discarded:
        observer_.frame_lost(frame, at, LossCause::out_of_sequence, now());
        break;
    }
  }
  pool_.release(frame);
}

bool ElectricalNetwork::later(const Coming& a, const Coming& b) {
  if (a.at != b.at) {
    return a.at > b.at;
  }
  return std::tuple(a.link, a.frame->source, a.order) >
         std::tuple(b.link, b.frame->source, b.order);
}

void ElectricalNetwork::schedule(Coming coming) {
  coming.order = next_order_++;
  coming_.push_back(coming);
  std::push_heap(coming_.begin(), coming_.end(), later);
  if (!running_) {
    wake_for_first();
  }
}

void ElectricalNetwork::run() {
  const base::Picoseconds present = now();
  running_ = true;
  while (!coming_.empty() && coming_.front().at <= present) {
    std::pop_heap(coming_.begin(), coming_.end(), later);
    const Coming coming = coming_.back();
    coming_.pop_back();
    if (coming.link == kDelivered) {
      deliver(*coming.frame);
    } else {
      enter(*coming.frame, coming.link, coming.ready);
    }
  }
  running_ = false;
  wake_for_first();
}

void ElectricalNetwork::wake_for_first() {
  if (!coming_.empty()) {
    // An earlier notification overrides a later one; a later one is ignored by the kernel.
    due_.notify(to_sc_time(coming_.front().at - now()));
  }
}

}  // namespace heliograph::systemc
