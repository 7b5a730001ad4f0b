// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heliograph::systemc {

/// Registers of the NIC, 64 bit each, at these byte addresses of its TLM target socket. Those of
/// its ports follow, see PortRegister.
enum class NicRegister : std::uint64_t {
  id = 0x00,                  ///< RO: kNicId
  send_queue_base = 0x08,     ///< RW: address of the ring of SendDescriptor in memory
  send_queue_entries = 0x10,  ///< RW: number of slots, a power of two
  send_queue_tail =
      0x18,  ///< RW: the doorbell: descriptors posted so far; at most `entries` ahead of head
  send_queue_head = 0x20,           ///< RO: descriptors fetched so far
  completion_queue_base = 0x28,     ///< RW: address of the ring of Completion in memory
  completion_queue_entries = 0x30,  ///< RW: number of slots, a power of two
  completion_queue_tail = 0x38,     ///< RO: completions written so far
  landing_base = 0x40,  ///< RW: where arriving messages are placed, one behind the other
  completion_queue_head =
      0x48,         ///< RW: completions that software has taken; the NIC writes none over others
  ports = 0x50,     ///< RO: number of ports
  landings = 0x58,  ///< RO: messages of which a part has arrived; writing anything: none of them
                    ///< will be waited for any more, each is completed as lost
};
inline constexpr std::uint64_t kNicRegisterBytes = 0x60;
inline constexpr std::uint64_t kNicId = 0x4845'4C49'4E49'4331ULL;  // "HELINIC1"

/// Registers of port p at kPortRegisters + p * kPortRegisterBytes.
enum class PortRegister : std::uint64_t {
  circuit_peer = 0x00,  ///< RW: the rank that the port's circuit reaches now: only messages to it
                        ///< are sent. kUngated: messages to anybody. kNoCircuit: to nobody
  stop = 0x08,          ///< RW: 1: the port begins no further message
  quiet = 0x10,         ///< RO: 1: it is stopped, and what it sent has left and is acknowledged
};
inline constexpr std::uint64_t kPortRegisters = 0x80;
inline constexpr std::uint64_t kPortRegisterBytes = 0x20;
inline constexpr std::uint64_t kUngated = ~std::uint64_t{0};
inline constexpr std::uint64_t kNoCircuit = ~std::uint64_t{0} - 1;

/// What a work request asks for. All but `send` are one-sided: the peer's software takes no part,
/// and they need a return path.
enum class WorkKind : std::uint16_t {
  send = 0,             ///< `bytes` at `address` to the peer's next landing place
  put = 1,              ///< `bytes` at `address` to the peer's `remote_address`
  get = 2,              ///< `bytes` at the peer's `remote_address` to `address`
  signal = 3,           ///< adds `signal_value` to the peer's 8-byte word at `signal_address`
  put_with_signal = 4,  ///< a put, and a signal that takes effect after it
  fence = 5,            ///< what is posted to the peer after it waits for what was posted before
};

/// Flags of a work request.
inline constexpr std::uint16_t kWorkFenced = 1;  ///< a fence stands before it

/// A work request in memory.
struct SendDescriptor {
  std::uint64_t address = 0;  ///< of the payload
  std::uint64_t bytes = 0;
  std::uint32_t destination = 0;  ///< rank
  std::int32_t channel = 0;
  std::uint64_t message = 0;  ///< number of the message on (this rank, destination, channel)
  std::uint32_t epoch = 0;
  std::uint32_t cookie = 0;  ///< comes back in the completion
  WorkKind kind = WorkKind::send;
  std::uint16_t flags = 0;
  std::uint32_t signal_value = 0;
  std::uint64_t remote_address = 0;
  std::uint64_t signal_address = 0;  ///< a multiple of 8
};
static_assert(sizeof(SendDescriptor) == 64, "one cache line");

/// As the destination of a fence: all peers.
inline constexpr std::uint32_t kAllPeers = ~std::uint32_t{0};

/// Longest message: far above any memory, far below the range of the counters.
inline constexpr std::uint64_t kLongestMessage = std::uint64_t{1} << 48U;

/// What has completed. Work requests to one peer complete in the order of their posts, messages
/// from one peer on one channel in the order of theirs.
enum class CompletionKind : std::uint32_t {
  sent = 1,  ///< the last bit of a send has left
  received = 2,
  put = 3,  ///< it is in the peer's memory; with its signal, if it has one
  got = 4,  ///< it is in this memory
  signalled = 5,
  fenced = 6,
  quiet = 7,  ///< a port that was told to stop is quiet: `peer` is its number
};

enum class CompletionStatus : std::uint32_t {
  ok = 0,
  bad_descriptor = 1,  ///< it asks for what cannot be done; nothing was sent
  memory_error = 2,    ///< memory at either end answered with an error
  lost = 3,            ///< not all of it has arrived, or nobody said so
};

/// A completion in memory.
struct Completion {
  CompletionKind kind = CompletionKind::sent;
  std::uint32_t peer = 0;  ///< destination of a request, source of a receive
  std::int32_t channel = 0;
  std::uint32_t cookie = 0;   ///< of a request
  std::uint64_t message = 0;  ///< number of the message on its connection
  std::uint64_t address = 0;  ///< where a received message lies
  std::uint64_t bytes = 0;
  std::uint64_t first_bit_ps = 0;  ///< hardware time stamps: first bit left (request) or arrived
  std::uint64_t last_bit_ps = 0;   ///< last bit left (request) or arrived (receive)
  CompletionStatus status = CompletionStatus::ok;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Completion) == 64, "one cache line");

/// A completion of this request that says nothing yet of how it went.
[[nodiscard]] Completion completion_of(const SendDescriptor& work);

}  // namespace heliograph::systemc
