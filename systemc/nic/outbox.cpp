// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/outbox.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

Outbox::Outbox(NicServices& services, Reminder reminder)
    : services_(services),
      reminder_(std::move(reminder)),
      ports_(static_cast<std::size_t>(services.parameters.ports)) {}

Outbox::Peer& Outbox::peer(base::RankId rank) {
  if (last_peer_ != nullptr && last_peer_->rank == rank) {
    return *last_peer_;
  }
  Peer& peer = peers_[rank];
  last_peer_ = &peer;
  if (peer.bytes == nullptr) {
    peer.rank = rank;
    peer.bytes = &services_.ledger.to(rank);
    if (route_) {
      peer.port = route_(rank);
    }
  }
  return peer;
}

Outgoing& Outbox::next_message(Peer& peer) {
  const std::uint64_t order = next_order_++;
  if (peer.spare.empty()) {
    Outgoing& message = peer.messages[order];
    message.order = order;
    return message;
  }
  Messages::node_type node = std::move(peer.spare.back());
  peer.spare.pop_back();
  node.key() = order;
  Outgoing& message = node.mapped();
  message = Outgoing();
  message.order = order;
  peer.messages.insert(peer.messages.end(), std::move(node));
  return message;
}

OpenRequest& Outbox::open(const SendDescriptor& work, int parts) {
  if (free_requests_.empty()) {
    free_requests_.push_back(&requests_.emplace_back());
  }
  OpenRequest& request = *free_requests_.back();
  free_requests_.pop_back();
  request = OpenRequest();
  request.work = work;
  request.parts = parts;
  return request;
}

Outgoing& Outbox::add(Peer& peer, const SendDescriptor& work, MessageOp op) {
  Outgoing& message = next_message(peer);
  message.channel = work.channel;
  message.number = work.message;
  message.epoch = static_cast<base::EpochId>(work.epoch);
  message.address = work.address;
  message.header.op = op;
  message.header.address = work.remote_address;
  message.bytes = base::Bytes(static_cast<std::int64_t>(work.bytes));
  if (op == MessageOp::signal) {
    message.header.address = work.signal_address;
    message.header.amount = work.signal_value;
    message.bytes = base::Bytes(sizeof(std::uint64_t));
  } else if (op == MessageOp::get_request) {
    message.header.amount = work.bytes;
    message.header.reply_address = work.address;
    message.bytes = base::Bytes(0);
  }
  // A message without bytes is a frame too.
  message.frames =
      std::max<std::int64_t>(base::units_to_cover(message.bytes, services_.geometry.payload), 1);
  if (op == MessageOp::send) {
    message.header.serial = peer.next_send++;
  } else {
    message.header.serial = peer.next_serial++;
    peer.unacknowledged[message.header.serial] = message.order;
  }
  peer.bytes->posted += message.bytes;
  return message;
}

void Outbox::post(const SendDescriptor& work) {
  if (work.kind == WorkKind::fence) {
    post_fence(work);
    return;
  }
  OpenRequest& request = open(work, 1);
  Peer& to = peer(static_cast<base::RankId>(work.destination));
  const bool fenced = (work.flags & kWorkFenced) != 0;
  const auto add_part = [&](MessageOp op) -> Outgoing& {
    Outgoing& message = add(to, work, op);
    message.request = &request;
    return message;
  };
  switch (work.kind) {
    case WorkKind::put:
    case WorkKind::put_with_signal:
      add_part(MessageOp::put).fenced = fenced;
      break;
    case WorkKind::get:
      add_part(MessageOp::get_request).fenced = fenced;
      break;
    case WorkKind::send:
      add_part(MessageOp::send).fenced = fenced;
      break;
    case WorkKind::signal:
    case WorkKind::fence:
      break;
  }
  if (work.kind == WorkKind::signal || work.kind == WorkKind::put_with_signal) {
    Outgoing& signal = add_part(MessageOp::signal);
    const NicParameters& parameters = services_.parameters;
    const bool fence = parameters.ordering == NicOrdering::nic_fence;
    signal.fenced = (fence && parameters.delivery == NicDelivery::unordered) ||
                    (fenced && work.kind == WorkKind::signal);
    signal.header.ordered = fence && parameters.delivery == NicDelivery::in_order;
    if (work.kind == WorkKind::put_with_signal) {
      request.parts = 2;
      signal.header.answers = signal.header.serial - 1;
    }
  }
  wake(to);
}

void Outbox::post_fence(const SendDescriptor& work) {
  OpenRequest& request = open(work, 0);
  const auto add_fence = [&](Peer& peer) {
    Outgoing& fence = next_message(peer);
    fence.is_fence = true;
    fence.frames = 0;
    fence.request = &request;
    ++request.parts;
  };
  if (work.destination == kAllPeers) {
    for (auto& [rank, peer] : peers_) {
      add_fence(peer);
    }
  }
  if (request.parts == 0) {  // to one peer, or nobody has been written to yet
    add_fence(peer(static_cast<base::RankId>(work.destination)));
  }
  for (auto& [rank, peer] : peers_) {
    settle(peer);
  }
}

void Outbox::answer(base::RankId to, const MessageHeader& request, std::int32_t channel) {
  SendDescriptor work;
  work.address = request.address;
  work.bytes = request.amount;
  work.channel = channel;
  work.remote_address = request.reply_address;
  Peer& asking = peer(to);
  Outgoing& message = add(asking, work, MessageOp::get_response);
  message.number = request.serial;
  message.header.answers = request.serial;
  wake(asking);
}

void Outbox::wake() {
  for (const Port& port : ports_) {
    if (port.outlet != nullptr) {
      port.outlet->wake();
    }
  }
}

void Outbox::wake(const Peer& peer) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (ports_[port].outlet != nullptr && reaches(port, peer)) {
      ports_[port].outlet->wake();
    }
  }
}

bool Outbox::reaches(std::size_t port, const Peer& peer) const {
  const std::uint64_t circuit = ports_[port].circuit;
  if (circuit == kUngated) {
    return peer.port == Outgoing::kNoPort || peer.port == port;
  }
  return circuit == base::index(peer.rank);
}

bool Outbox::may_give(std::size_t port, const Peer& peer, const Outgoing& message) const {
  const Port& from = ports_[port];
  const bool striped = services_.parameters.striping == NicStriping::ports;
  return message.has_frames(port) && reaches(port, peer) &&
         (!from.stopped || (message.ports & bit_of(port)) != 0) &&
         (striped || message.owner == Outgoing::kNoPort || message.owner == port) &&
         (from.allowance == nullptr || from.allowance->frames_to(peer.rank, message.channel) > 0);
}

Outgoing* Outbox::first_for(std::size_t port, Peer& peer) {
  const auto first = peer.messages.begin();
  for (auto at = peer.messages.lower_bound(peer.cursor); at != peer.messages.end(); ++at) {
    Outgoing& message = at->second;
    if ((message.fenced || message.is_fence) && at != first) {
      peer.held_back = true;
      return nullptr;
    }
    if (may_give(port, peer, message)) {
      return &message;
    }
  }
  return nullptr;
}

void Outbox::choose(std::size_t port) {
  Port& to = ports_[port];
  if (to.current != nullptr && may_give(port, *to.peer, *to.current)) {
    return;
  }
  to.current = nullptr;
  const auto consider = [&](Peer& peer) {
    Outgoing* first = first_for(port, peer);
    if (first != nullptr && (to.current == nullptr || first->order < to.current->order)) {
      to.current = first;
      to.peer = &peer;
    }
  };
  if (to.circuit == kUngated) {
    for (auto& [rank, peer] : peers_) {
      if (reaches(port, peer)) {
        consider(peer);
      }
    }
  } else if (to.circuit <= ~std::uint32_t{0}) {
    const auto found = peers_.find(static_cast<base::RankId>(to.circuit));
    if (found != peers_.end()) {
      consider(found->second);
    }
  }
}

bool Outbox::divides(const Outgoing& message) const {
  return services_.parameters.striping == NicStriping::ports && ports_.size() > 1 &&
         !message.divided && message.handed == 0;
}

void Outbox::divide(const Peer& peer, Outgoing& message) const {
  message.divided = true;
  std::vector<std::size_t> ports;
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (reaches(port, peer) && !ports_[port].stopped) {
      ports.push_back(port);
    }
  }
  if (ports.size() > 1) {
    // Short messages take turns.
    const auto first = static_cast<std::ptrdiff_t>(message.header.serial % ports.size());
    std::rotate(ports.begin(), ports.begin() + first, ports.end());
    message.divide(ports);
  }
}

Frame* Outbox::next_frame(std::size_t port, std::int64_t most) {
  Port& to = ports_[port];
  choose(port);
  while (to.current != nullptr && divides(*to.current)) {
    divide(*to.peer, *to.current);
    choose(port);  // it may have been left no share
  }
  if (to.current == nullptr) {
    return nullptr;
  }
  Outgoing& message = *to.current;
  if (to.allowance != nullptr) {
    most = std::min(most, to.allowance->frames_to(to.peer->rank, message.channel));
  }
  if (message.left == 0 && message.ports == 0) {
    message.first_bit = now();
  }
  message.owner = port;
  message.ports |= bit_of(port);
  to.train = message.take(port, most);
  if (!message.has_frames() && to.peer->cursor == message.order) {
    to.peer->cursor = message.order + 1;
  }
  Frame& frame = services_.pool.acquire();
  fill(frame, *to.peer, message, to.train);
  return &frame;
}

void Outbox::fill(Frame& frame, const Peer& peer, const Outgoing& message, FrameRun run) {
  const FrameGeometry& geometry = services_.geometry;
  frame.source = services_.rank;
  frame.destination = peer.rank;
  frame.epoch = message.epoch;
  frame.channel = message.channel;
  frame.message = message.number;
  frame.header = message.header;
  frame.header.settled = settled(peer);
  frame.message_bytes = message.bytes;
  frame.offset = geometry.payload * run.first;
  frame.count = run.count;
  frame.payload = std::min(geometry.payload * run.count, message.bytes - frame.offset);
  frame.frame_payload = geometry.payload;
  frame.wire_bits = geometry.wire_bits;
  if (!geometry.carries_data) {
    return;
  }
  frame.bytes.resize(static_cast<std::size_t>(frame.payload.count()));
  if (message.header.op == MessageOp::signal) {
    // What is added is in the descriptor, not in memory.
    std::memcpy(
        frame.bytes.data(),
        reinterpret_cast<const std::uint8_t*>(&message.header.amount) + frame.offset.count(),
        frame.bytes.size());
  } else {
    services_.dma.read(message.address + static_cast<std::uint64_t>(frame.offset.count()),
                       frame.bytes.data(), frame.bytes.size());
  }
}

void Outbox::frames_left(std::size_t port, std::int64_t count) {
  Port& from = ports_[port];
  Peer& peer = *from.peer;
  Outgoing& message = *from.current;
  const FrameRun run = std::exchange(from.train, FrameRun{});
  if (count < run.count) {
    message.give_back(port, {run.first + count, run.count - count});
    if (!reaches(port, peer)) {
      message.release(port);
    }
    peer.cursor = std::min(peer.cursor, message.order);
    if (count == 0 && message.left == 0) {
      message.ports &= ~bit_of(port);
    }
  }
  const base::Bytes offset = services_.geometry.payload * run.first;
  const base::Bytes gone = std::min(services_.geometry.payload * count, message.bytes - offset);
  message.left += count;
  message.left_bytes += gone;
  peer.bytes->left += gone;
  if (message.left == message.frames) {
    all_left(peer, message);
    settle(peer);
  }
  look_for_quiet();
}

}  // namespace heliograph::systemc
