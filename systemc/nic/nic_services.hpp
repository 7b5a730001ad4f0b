// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/bus/bus_master.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/return_path.hpp"
#include "systemc/nic/byte_ledger.hpp"
#include "systemc/nic/nic_parameters.hpp"
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

/// How a message is cut into frames; the same for every frame of a link.
struct FrameGeometry {
  base::Bytes payload;   ///< of a full frame
  base::Bits wire_bits;  ///< of any frame: the last one is padded
  /// False in runs that do not look at what is sent: then no payload is read, carried or written,
  /// and only its time passes.
  bool carries_data = true;
};

/// What NICs tell each other over the return path: ReturnNote::kind.
enum class NicNote : std::uint32_t {
  verdict,  ///< on message `number` of the note's receiver: `value` is a Verdict
  inquiry,  ///< what of message `number`, of the note's sender? Its `value` is
            ///< MessageHeader::settled
};

/// What has become of a message at its destination.
enum class Verdict : std::uint64_t {
  done,          ///< it is in memory
  memory_error,  ///< memory refused it
  accepted,      ///< a get is being answered
  unknown,       ///< it has not arrived as a whole
  failed,        ///< a get whose answer was lost, a signal whose put was
};

/// What both halves of a NIC use of it.
struct NicServices {
  base::RankId rank{};
  NicParameters parameters;
  base::Picoseconds tx_latency;
  FrameGeometry geometry;
  FramePool& pool;
  BusMaster& dma;
  ByteLedger& ledger;
  std::function<void(const Completion&)> complete;
  /// Says something to another rank's NIC.
  std::function<void(base::RankId to, NicNote kind, std::uint64_t number, std::uint64_t value)>
      tell;
};

}  // namespace heliograph::systemc
