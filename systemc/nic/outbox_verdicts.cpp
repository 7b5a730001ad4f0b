// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "systemc/kernel/time.hpp"
#include "systemc/nic/outbox.hpp"

// What becomes of messages once they have left.

namespace heliograph::systemc {

namespace {

/// A get that was accepted is asked after at growing intervals, as its answer may have to wait for
/// a circuit.
constexpr int kInquiriesOfAccepted = 12;

std::uint64_t as_stamp(base::Picoseconds when) {
  return when == base::Picoseconds::never() ? 0 : static_cast<std::uint64_t>(when.count());
}

}  // namespace

std::uint64_t Outbox::settled(const Peer& peer) const {
  return peer.unacknowledged.empty() ? peer.next_serial : peer.unacknowledged.begin()->first;
}

void Outbox::all_left(Peer& peer, Outgoing& message) {
  message.last_bit = now();
  if (!message.acknowledged() || message.heard) {
    message.done = true;
  } else {
    reminder_(now() + services_.parameters.acknowledge_timeout, peer.rank, message.header.serial);
  }
}

void Outbox::hear(base::RankId rank, std::uint64_t serial, Verdict verdict) {
  const auto found = peers_.find(rank);
  if (found == peers_.end() || found->second.unacknowledged.count(serial) == 0) {
    return;  // it was given up, or this is an answer to a second question
  }
  Peer& peer = found->second;
  Outgoing& message = peer.messages.at(peer.unacknowledged.at(serial));
  switch (verdict) {
    case Verdict::accepted:
      if (!message.accepted) {
        message.accepted = true;
        message.inquiries = 0;
        look_for_quiet();
      }
      return;
    case Verdict::unknown:
      return;  // what is still under way may arrive; inquiries are counted
    case Verdict::done:
      conclude(peer, message, CompletionStatus::ok);
      break;
    case Verdict::memory_error:
      conclude(peer, message, CompletionStatus::memory_error);
      break;
    case Verdict::failed:
      conclude(peer, message, CompletionStatus::lost);
      break;
  }
  settle(peer);
  look_for_quiet();
}

void Outbox::remind(base::RankId rank, std::uint64_t serial) {
  Peer& to = peer(rank);
  const auto found = to.unacknowledged.find(serial);
  if (found == to.unacknowledged.end()) {
    return;
  }
  Outgoing& message = to.messages.at(found->second);
  if (message.header.ordered && found != to.unacknowledged.begin()) {
    // Its destination may hold it until there is an end to those before it.
    reminder_(now() + services_.parameters.acknowledge_timeout, rank, serial);
    return;
  }
  const int most = message.accepted ? kInquiriesOfAccepted : services_.parameters.inquiries;
  if (message.inquiries >= most) {
    conclude(to, message, CompletionStatus::lost);
    settle(to);
    look_for_quiet();
    return;
  }
  ++message.inquiries;
  services_.tell(rank, NicNote::inquiry, serial, settled(to));
  const std::int64_t intervals =
      message.accepted ? std::int64_t{1} << static_cast<unsigned>(message.inquiries) : 1;
  reminder_(now() + services_.parameters.acknowledge_timeout * intervals, rank, serial);
}

void Outbox::conclude(Peer& peer, Outgoing& message, CompletionStatus status) {
  message.status = status;
  message.heard = true;
  message.done = message.left == message.frames;
  peer.unacknowledged.erase(message.header.serial);
  if (message.header.op == MessageOp::get_response && status == CompletionStatus::lost) {
    answer_lost_(peer.rank, message.header.answers);
  }
}

void Outbox::settle(Peer& peer) {
  bool moved = false;
  while (!peer.messages.empty()) {
    const auto first = peer.messages.begin();
    if (!first->second.done && !first->second.is_fence) {
      break;
    }
    for (Port& port : ports_) {
      if (port.current == &first->second) {
        port.current = nullptr;
      }
    }
    Messages::node_type message = peer.messages.extract(first);
    moved = true;
    finish(message.mapped());
    peer.spare.push_back(std::move(message));
  }
  if (moved && peer.held_back) {
    peer.held_back = false;
    wake();
  }
}

void Outbox::finish(const Outgoing& message) {
  if (message.request == nullptr) {
    return;
  }
  OpenRequest& request = *message.request;
  request.status = std::max(request.status, message.status);
  request.first_bit = std::min(request.first_bit, message.first_bit);
  request.last_bit = std::max(request.last_bit, message.last_bit);
  if (--request.parts > 0) {
    return;
  }
  Completion done = completion_of(request.work);
  done.first_bit_ps = as_stamp(request.first_bit);
  done.last_bit_ps = as_stamp(request.last_bit);
  done.status = request.status;
  free_requests_.push_back(&request);
  services_.complete(done);
}

void Outbox::set_circuit(std::size_t port, std::uint64_t peer) {
  Port& changed = ports_[port];
  changed.circuit = peer;
  for (auto& [rank, to] : peers_) {
    if (reaches(port, to)) {
      continue;
    }
    for (auto& [order, message] : to.messages) {
      message.release(port);  // another port may go on with it
      to.cursor = std::min(to.cursor, order);
    }
  }
}

void Outbox::stop(std::size_t port, bool stopped) {
  ports_[port].stopped = stopped;
  ports_[port].told_quiet = false;
  if (stopped) {
    for (auto& [rank, peer] : peers_) {
      for (auto& [order, message] : peer.messages) {
        if ((message.ports & bit_of(port)) == 0) {
          message.release(port);
        }
      }
    }
    look_for_quiet();
  }
}

bool Outbox::quiet(std::size_t port) const {
  const Port& asked = ports_[port];
  if (!asked.stopped || asked.train.count != 0) {
    return false;
  }
  for (const auto& [rank, peer] : peers_) {
    for (const auto& [order, message] : peer.messages) {
      const bool under_way = message.left < message.frames || (!message.done && !message.accepted);
      if (under_way && (message.ports & bit_of(port)) != 0) {
        return false;
      }
    }
  }
  return true;
}

void Outbox::look_for_quiet() {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (ports_[port].stopped && !ports_[port].told_quiet && quiet(port)) {
      ports_[port].told_quiet = true;
      if (quiet_) {
        quiet_(port);
      }
    }
  }
}

base::Bytes Outbox::waiting(base::RankId rank) const {
  base::Bytes bytes;
  const auto found = peers_.find(rank);
  if (found != peers_.end()) {
    for (const auto& [order, message] : found->second.messages) {
      bytes += message.bytes - message.left_bytes;
    }
  }
  return bytes;
}

}  // namespace heliograph::systemc
