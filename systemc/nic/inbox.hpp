// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "systemc/link/frame_port.hpp"
#include "systemc/nic/nic_services.hpp"
#include "systemc/nic/outbox.hpp"

namespace heliograph::systemc {

/// A message that has landed, and what is to be done with it next.
struct ArrivedMessage {
  enum class Step : std::uint8_t {
    effect,   ///< it is in memory, or memory refused it: what it asks for
    answer,   ///< the bytes that it asks for have been read
    verdict,  ///< its word has been added to
  };
  Step step = Step::effect;
  Verdict verdict = Verdict::done;
  MessageHeader header;
  Completion completion;  ///< of a send; its `peer`, `channel` and `message` in any case
};

/// The receiving half of a NIC: places frames by their offset in their message, whatever their
/// order, and does what a message asks for when all of it is in memory. With several ports it
/// completes the sends of a peer in their order; a signal that is `ordered` waits for what was sent
/// before it. A message that lost a frame is reported and forgotten when its source has given it
/// up, when the table of landings is full, or when software says so.
class Inbox {
 public:
  using Arrival = std::function<void(base::Picoseconds at, const ArrivedMessage& message)>;
  /// Schedules a call of skip_gap().
  using GapTimer =
      std::function<void(base::Picoseconds at, base::RankId source, std::uint64_t serial)>;
  /// `arrival`: schedules a call of proceed() for that instant.
  Inbox(NicServices& services, Outbox& outbox, Arrival arrival, GapTimer gap_timer);

  void set_landing_base(std::uint64_t address) { landing_base_ = address; }
  /// Called when a signal has been added.
  void on_signal(std::function<void(base::RankId source, std::uint64_t address)> listener) {
    signalled_ = std::move(listener);
  }

  Reception frame_received(const Frame& frame, base::Picoseconds available);
  void proceed(const ArrivedMessage& message);
  /// `from` asks what became of its message `serial`.
  void inquire(base::RankId from, std::uint64_t serial, std::uint64_t settled);
  /// Sends of `from`, from `serial` on up to the next that is here are not waited for any more.
  void skip_gap(base::RankId from, std::uint64_t serial);
  /// Reports every message of which only a part has arrived as lost.
  void flush();
  [[nodiscard]] std::size_t landings() const { return landings_.size(); }

 private:
  struct LandingKey {
    MessageKey message;
    bool send = true;
    std::uint64_t serial = 0;

    friend bool operator<(const LandingKey& a, const LandingKey& b) {
      if (a.send != b.send) {
        return a.send;
      }
      return a.serial != b.serial ? a.serial < b.serial : a.message < b.message;
    }
  };
  struct Landing {
    std::uint64_t address = 0;
    base::Bytes expected;
    base::Bytes arrived;
    base::Picoseconds first_bit = base::Picoseconds::never();
    base::Picoseconds last_bit;
    base::Picoseconds in_memory;
    std::uint64_t touched = 0;  ///< by the how-manieth frame
    CompletionStatus status = CompletionStatus::ok;
    ReceivedBytes* bytes = nullptr;
  };
  /// What is known of the messages from one source.
  struct Source {
    std::uint64_t through = 0;             // all up to this serial have an end
    std::set<std::uint64_t> beyond;        // of those after it
    std::map<std::uint64_t, Verdict> bad;  // ended, but not well, or gets under way
    std::map<std::uint64_t, ArrivedMessage> held_signals;
    std::uint64_t next_send = 1;
    std::map<std::uint64_t, Completion> held_sends;
  };
  using Landings = std::map<LandingKey, Landing>;

  /// The landing of a frame's message, and whether that is new.
  std::pair<Landings::iterator, bool> landing_of(const LandingKey& key);
  Landings::iterator forget(Landings::iterator at);
  void open(const Frame& frame, Landing& landing);
  void write(const Frame& frame, Landing& landing, base::Picoseconds available);
  void close(Landings::iterator at, const Frame& frame, base::Picoseconds available);
  Landings::iterator report_lost(Landings::iterator at);
  void make_room();

  void take_effect(base::RankId from, Source& source, const ArrivedMessage& message);
  void accept_get(base::RankId from, Source& source, const ArrivedMessage& message);
  void note_settled(base::RankId from, Source& source, std::uint64_t settled);
  void end(Source& source, std::uint64_t serial, Verdict verdict);
  void release_signals(base::RankId from, Source& source);
  void apply_signal(base::RankId from, Source& source, ArrivedMessage message);
  void received(base::RankId from, std::uint64_t serial, const Completion& completion);
  void hand_over(Source& source) const;
  void say(base::RankId to, std::uint64_t serial, Verdict verdict) const;

  NicServices& services_;
  Outbox& outbox_;
  Arrival arrival_;
  GapTimer gap_timer_;
  std::function<void(base::RankId, std::uint64_t)> signalled_;
  std::uint64_t landing_base_ = 0;
  std::uint64_t landing_offset_ = 0;
  std::uint64_t frames_ = 0;
  Landings landings_;
  std::vector<Landings::node_type> spare_;  // for messages to come
  std::map<base::RankId, Source> sources_;
  // Of the source of the message that came last.
  base::RankId last_source_{};
  ReceivedBytes* last_bytes_ = nullptr;
};

}  // namespace heliograph::systemc
