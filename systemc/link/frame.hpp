// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <tlm>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/link/message_header.hpp"
#include "systemc/link/pace.hpp"
#include "systemc/link/payload_bytes.hpp"

namespace heliograph::systemc {

/// Names a message on the wire: the `number`-th from `source` on `channel` to its destination.
struct MessageKey {
  base::RankId source{};
  std::int32_t channel = 0;
  std::uint64_t number = 0;

  friend bool operator<(const MessageKey& a, const MessageKey& b) {
    if (a.source != b.source) {
      return a.source < b.source;
    }
    return a.channel != b.channel ? a.channel < b.channel : a.number < b.number;
  }
};

/// Lanes of a link, one bit each.
using LaneMask = std::uint64_t;
[[nodiscard]] inline bool carries(LaneMask lanes, std::size_t lane) {
  return ((lanes >> lane) & 1U) != 0;
}

/// What travels over a link: one FEC-protected unit with a part of one message, or a frame train:
/// `count` of them back to back, equal on the wire, with consecutive parts of one message.
struct Frame {
  // Mandatory in FrameProtocol.
  base::RankId source{};
  base::RankId destination{};
  base::EpochId epoch{};  ///< circuit map under which it was sent

  std::int32_t channel = 0;
  std::uint64_t message = 0;  ///< number of the message on (source, destination, channel)
  MessageHeader header;
  base::Bytes message_bytes;
  base::Bytes offset;   ///< of the first frame's payload in the message
  PayloadBytes bytes;   ///< payload; keeps its capacity across reuse; empty in runs that do not
                        ///< carry data
  base::Bytes payload;  ///< of all frames together
  base::Bytes frame_payload;  ///< of each frame but perhaps the last
  base::Bits wire_bits;       ///< of each frame, with overhead and FEC
  std::int64_t count = 1;
  Pace pace;                     ///< of the first bits at the transmitter
  base::TransceiverId sender{};  ///< of a frame that leaves a transmitter
  std::uint64_t sequence = 0;    ///< of the link layer: of the first frame, among those from
                                 ///< `sender` to `destination`

  LaneMask lanes = ~LaneMask{0};  ///< over which it is striped

  base::Picoseconds first_bit;  ///< of the first frame: leaves the transmitter
  base::Picoseconds last_bit;   ///< of the last frame: has left the transmitter
  base::Picoseconds flight;     ///< transmitter to receiver along the path that its light takes

  // Of the light on which it travels, at its first bit.
  double frame_loss_probability = 0.0;

  // Of a train on its way, parts of which may go different ways or have ended: what a transaction
  // is about are frames [begin, end).
  std::int64_t begin = 0;
  std::int64_t end = 1;
  std::int64_t open = 1;  ///< frames whose fate is not known yet

  // Light that is split reaches several receivers; the copies share one fate, kept in the original.
  Frame* original = nullptr;  ///< of a copy
  int arrivals_left = 1;      ///< of an original with its copies
  bool delivered = false;
  int loss_cause = -1;             ///< LossCause, of the copy that came closest; -1: none yet
  base::TransceiverId ended_at{};  ///< where that was, or where it was delivered first

  [[nodiscard]] MessageKey key() const { return {source, channel, message}; }
};

/// Traits of frame transport over TLM sockets. nb_transport_fw carries BEGIN_REQ once per frame, or
/// per train, at its first bit and always answers TLM_COMPLETED (early completion); there is no
/// backward path: the sender is paced by its own serialiser, and credits come with the link layer.
struct FrameProtocol {
  using tlm_payload_type = Frame;
  using tlm_phase_type = tlm::tlm_phase;
};

}  // namespace heliograph::systemc
