// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/inbox.hpp"

#include <algorithm>
#include <utility>

#include "systemc/kernel/time.hpp"

// How frames land.

namespace heliograph::systemc {

namespace {

constexpr std::uint64_t kLandingAlignment = 1U << 16U;  // whole memory pages, so they can be freed

}  // namespace

Inbox::Inbox(NicServices& services, Outbox& outbox, Arrival arrival, GapTimer gap_timer)
    : services_(services),
      outbox_(outbox),
      arrival_(std::move(arrival)),
      gap_timer_(std::move(gap_timer)) {
  outbox_.on_answer_lost([this](base::RankId to, std::uint64_t serial) {
    sources_[to].bad[serial] = Verdict::failed;
    say(to, serial, Verdict::failed);
  });
}

Reception Inbox::frame_received(const Frame& frame, base::Picoseconds available) {
  if (frame.destination != services_.rank) {
    return Reception::stray;
  }
  const bool send = frame.header.op == MessageOp::send;
  if (!send) {
    note_settled(frame.source, sources_[frame.source], frame.header.settled);
  }
  const auto [at, is_new] = landing_of({frame.key(), send, frame.header.serial});
  Landing& landing = at->second;
  if (is_new) {
    open(frame, landing);
  }
  landing.touched = ++frames_;
  landing.first_bit = std::min(landing.first_bit, frame.first_bit + frame.flight);
  landing.last_bit = std::max(landing.last_bit, frame.last_bit + frame.flight);
  write(frame, landing, available);
  if (landing.arrived == frame.message_bytes) {
    close(at, frame, available);
  } else if (is_new) {
    make_room();
  }
  return Reception::taken;
}

std::pair<Inbox::Landings::iterator, bool> Inbox::landing_of(const LandingKey& key) {
  const auto place = landings_.lower_bound(key);
  if (place != landings_.end() && !(key < place->first)) {
    return {place, false};
  }
  if (spare_.empty()) {
    return {landings_.emplace_hint(place, key, Landing()), true};
  }
  Landings::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = key;
  node.mapped() = Landing();
  return {landings_.insert(place, std::move(node)), true};
}

Inbox::Landings::iterator Inbox::forget(Landings::iterator at) {
  const auto next = std::next(at);
  spare_.push_back(landings_.extract(at));
  return next;
}

void Inbox::open(const Frame& frame, Landing& landing) {
  landing.expected = frame.message_bytes;
  if (last_bytes_ == nullptr || last_source_ != frame.source) {
    last_source_ = frame.source;
    last_bytes_ = &services_.ledger.from(frame.source);
  }
  landing.bytes = last_bytes_;
  landing.address = frame.header.address;
  if (frame.header.op == MessageOp::send) {
    landing.address = landing_base_ + landing_offset_;
    const auto bytes = static_cast<std::uint64_t>(frame.message_bytes.count());
    landing_offset_ += (bytes + kLandingAlignment - 1) / kLandingAlignment * kLandingAlignment;
  }
}

void Inbox::write(const Frame& frame, Landing& landing, base::Picoseconds available) {
  landing.arrived += frame.payload;
  landing.bytes->delivered += frame.payload;
  landing.in_memory = std::max(landing.in_memory, available);
  const MessageOp op = frame.header.op;
  if (frame.payload.count() == 0 || op == MessageOp::signal) {
    return;  // what a signal adds is added when all of it is here
  }
  const std::uint64_t address = landing.address + static_cast<std::uint64_t>(frame.offset.count());
  // In runs without data only for its time: the base protocol knows no access without data.
  const std::uint8_t nothing = 0;
  const bool carries = services_.geometry.carries_data;
  const BusAnswer time = services_.dma.try_write(address, carries ? frame.bytes.data() : &nothing,
                                                 carries ? frame.bytes.size() : sizeof nothing);
  if (!time) {
    landing.status = CompletionStatus::memory_error;
    return;
  }
  // Memory may take longer for one frame than for the next.
  landing.in_memory = std::max(landing.in_memory, available + *time);
}

void Inbox::close(Landings::iterator at, const Frame& frame, base::Picoseconds available) {
  const Landing& landing = at->second;
  ArrivedMessage message;
  message.header = frame.header;
  Completion& done = message.completion;
  done.kind = CompletionKind::received;
  done.peer = static_cast<std::uint32_t>(frame.source);
  done.channel = frame.channel;
  done.message = frame.message;
  done.address = landing.address;
  done.bytes = static_cast<std::uint64_t>(frame.message_bytes.count());
  done.first_bit_ps = static_cast<std::uint64_t>(landing.first_bit.count());
  done.last_bit_ps = static_cast<std::uint64_t>(landing.last_bit.count());
  done.status = landing.status;
  arrival_(std::max(landing.in_memory, available), message);
  forget(at);
}

void Inbox::make_room() {
  if (landings_.size() <= static_cast<std::size_t>(services_.parameters.landings)) {
    return;
  }
  report_lost(std::min_element(
      landings_.begin(), landings_.end(),
      [](const auto& a, const auto& b) { return a.second.touched < b.second.touched; }));
}

Inbox::Landings::iterator Inbox::report_lost(Landings::iterator at) {
  const LandingKey key = at->first;
  const Landing landing = at->second;
  const auto next = forget(at);
  ++landing.bytes->lost_messages;
  if (key.send) {
    Completion lost;
    lost.kind = CompletionKind::received;
    lost.peer = static_cast<std::uint32_t>(key.message.source);
    lost.channel = key.message.channel;
    lost.message = key.message.number;
    lost.address = landing.address;
    lost.bytes = static_cast<std::uint64_t>(landing.expected.count());
    lost.first_bit_ps = static_cast<std::uint64_t>(landing.first_bit.count());
    lost.last_bit_ps = static_cast<std::uint64_t>(landing.last_bit.count());
    lost.status = CompletionStatus::lost;
    received(key.message.source, key.serial, lost);
  }
  return next;
}

void Inbox::flush() {
  while (!landings_.empty()) {
    report_lost(landings_.begin());
  }
}

void Inbox::received(base::RankId from, std::uint64_t serial, const Completion& completion) {
  if (services_.parameters.ports == 1 || serial == 0) {
    services_.complete(completion);  // one path keeps the order
    return;
  }
  Source& source = sources_[from];
  if (serial < source.next_send) {
    return;  // it was reported as lost
  }
  source.held_sends[serial] = completion;
  hand_over(source);
  if (!source.held_sends.empty()) {
    gap_timer_(now() + services_.parameters.acknowledge_timeout, from, source.next_send);
  }
}

void Inbox::hand_over(Source& source) const {
  while (!source.held_sends.empty() && source.held_sends.begin()->first <= source.next_send) {
    const Completion completion = source.held_sends.begin()->second;
    source.next_send = source.held_sends.begin()->first + 1;
    source.held_sends.erase(source.held_sends.begin());
    services_.complete(completion);
  }
}

void Inbox::skip_gap(base::RankId from, std::uint64_t serial) {
  Source& source = sources_[from];
  if (source.held_sends.empty() || source.next_send != serial) {
    return;
  }
  // The messages between are not coming: what has come of them is reported first.
  const std::uint64_t next = source.held_sends.begin()->first;
  for (auto at = landings_.begin(); at != landings_.end();) {
    const LandingKey& key = at->first;
    const bool missing =
        key.send && key.message.source == from && key.serial >= serial && key.serial < next;
    at = missing ? report_lost(at) : std::next(at);
  }
  source.next_send = std::max(source.next_send,
                              source.held_sends.empty() ? next : source.held_sends.begin()->first);
  hand_over(source);
  if (!source.held_sends.empty()) {
    gap_timer_(now() + services_.parameters.acknowledge_timeout, from, source.next_send);
  }
}

}  // namespace heliograph::systemc
