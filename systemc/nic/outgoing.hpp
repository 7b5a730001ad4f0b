// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/link/message_header.hpp"
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

/// Consecutive frames of a message, by their number in it.
struct FrameRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// In Outgoing::ports.
[[nodiscard]] constexpr std::uint64_t bit_of(std::size_t port) { return std::uint64_t{1} << port; }

/// A work request whose messages are under way.
struct OpenRequest {
  SendDescriptor work;
  int parts = 1;  ///< messages, or fences in several queues, that are not settled
  CompletionStatus status = CompletionStatus::ok;
  base::Picoseconds first_bit = base::Picoseconds::never();
  base::Picoseconds last_bit;
};

/// A message on its way out.
struct Outgoing {
  static constexpr std::size_t kNoPort = ~std::size_t{0};

  MessageHeader header;
  OpenRequest* request = nullptr;  ///< none of a get's answer
  std::uint64_t order = 0;         ///< among all messages of the NIC
  std::int32_t channel = 0;
  std::uint64_t number = 0;
  base::EpochId epoch{};
  std::uint64_t address = 0;
  base::Bytes bytes;

  bool is_fence = false;  ///< nothing to send
  bool fenced = false;    ///< begins only when all before it are settled
  std::int64_t frames = 1;
  // Frames to be given: the next port may have those from `handed` on and those returned, a port
  // alone those of its share.
  std::int64_t handed = 0;
  std::vector<FrameRun> returned;
  std::vector<std::vector<FrameRun>> shares;  ///< by port, once the message has been divided
  bool divided = false;                       ///< or found that it has one port only
  std::int64_t left = 0;                      ///< frames that have left
  base::Bytes left_bytes;
  std::size_t owner = kNoPort;  ///< the one port that sends it, without striping
  std::uint64_t ports = 0;      ///< bit p: port p has sent a part of it

  CompletionStatus status = CompletionStatus::ok;
  bool heard = false;     ///< its destination has said what became of it
  bool accepted = false;  ///< a get that is being answered
  bool done = false;      ///< to be settled when those before it are
  int inquiries = 0;
  base::Picoseconds first_bit = base::Picoseconds::never();
  base::Picoseconds last_bit;

  [[nodiscard]] bool acknowledged() const { return header.op != MessageOp::send; }
  /// There are frames to be given to somebody, or to this port.
  [[nodiscard]] bool has_frames() const;
  [[nodiscard]] bool has_frames(std::size_t port) const;
  /// Gives each of these ports a share of consecutive frames, as equal as they can be, the first
  /// ones a frame more. What a port sends then does not depend on when others ask.
  void divide(const std::vector<std::size_t>& over);
  /// Frames that this port may have next, at most `most`. Precondition: has_frames(port).
  FrameRun take(std::size_t port, std::int64_t most);
  /// Frames that a port has taken and not sent.
  void give_back(std::size_t port, FrameRun run);
  /// A port sends no more of it: others may.
  void release(std::size_t port);
};

}  // namespace heliograph::systemc
