// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "systemc/link/frame_allowance.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/nic/nic_services.hpp"
#include "systemc/nic/outgoing.hpp"

namespace heliograph::systemc {

/// The sending half of a NIC: a queue of messages for each peer, from which each port takes those
/// that its circuit reaches, the longest ready first, so that a peer without a circuit holds up
/// nobody else. Requests to one peer complete in their order. Messages other than sends are
/// unacknowledged until their destination has said what became of them; it is asked when it says
/// nothing, and at last they are reported as lost.
class Outbox {
 public:
  /// Schedules a call of remind() for that peer and serial.
  using Reminder =
      std::function<void(base::Picoseconds at, base::RankId peer, std::uint64_t serial)>;
  Outbox(NicServices& services, Reminder reminder);

  void connect(std::size_t port, FrameOutlet& outlet) { ports_[port].outlet = &outlet; }
  void obey(std::size_t port, FrameAllowance& allowance) { ports_[port].allowance = &allowance; }
  /// Which port leads to a peer; without it, all do to all.
  void route(std::function<std::size_t(base::RankId)> port_to) { route_ = std::move(port_to); }
  /// Called when a port that was told to stop is quiet.
  void on_quiet(std::function<void(std::size_t port)> listener) { quiet_ = std::move(listener); }

  /// Called when the answer to message `serial` of that peer is given up.
  void on_answer_lost(std::function<void(base::RankId peer, std::uint64_t serial)> listener) {
    answer_lost_ = std::move(listener);
  }

  /// A request is ready for the wire. Precondition: its descriptor is possible.
  void post(const SendDescriptor& work);
  /// What `request` asks for goes back to `to`.
  void answer(base::RankId to, const MessageHeader& request, std::int32_t channel);

  Frame* next_frame(std::size_t port, std::int64_t most);
  void frames_left(std::size_t port, std::int64_t count);

  /// Rank `rank` has said what became of message `serial` to it.
  void hear(base::RankId rank, std::uint64_t serial, Verdict verdict);
  void remind(base::RankId rank, std::uint64_t serial);

  // Of several changes at one instant all count before anything is sent: wake() is to be called
  // when they have been made.
  void set_circuit(std::size_t port, std::uint64_t peer);
  void stop(std::size_t port, bool stopped);
  void wake();
  [[nodiscard]] bool quiet(std::size_t port) const;

  /// Payload that has been taken up and has not left, by peer: a walk over the queues.
  [[nodiscard]] base::Bytes waiting(base::RankId rank) const;

 private:
  using Messages = std::map<std::uint64_t, Outgoing>;
  struct Peer {
    base::RankId rank{};
    SentBytes* bytes = nullptr;
    std::size_t port = Outgoing::kNoPort;                   // the only one that leads to it
    Messages messages;                                      // not settled yet, by order
    std::vector<Messages::node_type> spare;                 // for messages to come
    std::map<std::uint64_t, std::uint64_t> unacknowledged;  // order by serial
    std::uint64_t cursor = 0;  // no message before it has frames to give
    std::uint64_t next_serial = 1;
    std::uint64_t next_send = 1;
    bool held_back = false;  // a port found messages behind a fence
  };
  struct Port {
    FrameOutlet* outlet = nullptr;
    FrameAllowance* allowance = nullptr;
    std::uint64_t circuit = kUngated;
    bool stopped = false;
    bool told_quiet = false;
    Peer* peer = nullptr;         // of `current`
    Outgoing* current = nullptr;  // whose frames it gives
    FrameRun train;               // given last and not gone
  };

  Peer& peer(base::RankId rank);
  [[nodiscard]] Outgoing& next_message(Peer& peer);
  [[nodiscard]] OpenRequest& open(const SendDescriptor& work, int parts);
  Outgoing& add(Peer& peer, const SendDescriptor& work, MessageOp op);
  void post_fence(const SendDescriptor& work);
  void wake(const Peer& peer);
  [[nodiscard]] bool reaches(std::size_t port, const Peer& peer) const;
  [[nodiscard]] bool may_give(std::size_t port, const Peer& peer, const Outgoing& message) const;
  Outgoing* first_for(std::size_t port, Peer& peer);
  void choose(std::size_t port);
  [[nodiscard]] bool divides(const Outgoing& message) const;
  /// Lays a message of which nothing has been given over the ports that reach its peer.
  void divide(const Peer& peer, Outgoing& message) const;
  void fill(Frame& frame, const Peer& peer, const Outgoing& message, FrameRun run);
  [[nodiscard]] std::uint64_t settled(const Peer& peer) const;
  void all_left(Peer& peer, Outgoing& message);
  void conclude(Peer& peer, Outgoing& message, CompletionStatus status);
  void settle(Peer& peer);
  void finish(const Outgoing& message);
  void look_for_quiet();

  NicServices& services_;
  Reminder reminder_;
  std::function<std::size_t(base::RankId)> route_;
  std::function<void(std::size_t)> quiet_;
  std::function<void(base::RankId, std::uint64_t)> answer_lost_;
  std::map<base::RankId, Peer> peers_;
  Peer* last_peer_ = nullptr;  // asked for last
  std::vector<Port> ports_;
  std::uint64_t next_order_ = 0;
  std::deque<OpenRequest> requests_;
  std::vector<OpenRequest*> free_requests_;
};

}  // namespace heliograph::systemc
