// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
  std::shared_ptr<OpenRequest> request;  ///< none of a get's answer
  std::uint64_t order = 0;               ///< among all messages of the NIC
  std::int32_t channel = 0;
  std::uint64_t number = 0;
  base::EpochId epoch{};
  std::uint64_t address = 0;
  base::Bytes bytes;

  bool is_fence = false;  ///< nothing to send
  bool fenced = false;    ///< begins only when all before it are settled
  std::int64_t frames = 1;
  std::int64_t handed = 0;         ///< frames given out, those come back included
  std::vector<FrameRun> returned;  ///< given out, but not sent
  std::int64_t left = 0;           ///< frames that have left
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

  [[nodiscard]] bool has_frames() const { return handed < frames || !returned.empty(); }
  [[nodiscard]] bool acknowledged() const { return header.op != MessageOp::send; }
  /// Frames that may be given out next, at most `most`. Precondition: has_frames().
  FrameRun take(std::int64_t most);
};

}  // namespace heliograph::systemc
