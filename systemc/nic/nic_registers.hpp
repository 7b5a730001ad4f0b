// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heliograph::systemc {

/// Registers of the NIC, 64 bit each, at these byte addresses of its TLM target socket.
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
};
inline constexpr std::uint64_t kNicRegisterBytes = 0x48;
inline constexpr std::uint64_t kNicId = 0x4845'4C49'4E49'4331ULL;  // "HELINIC1"

/// A work request in memory.
struct SendDescriptor {
  std::uint64_t address = 0;  ///< of the payload
  std::uint64_t bytes = 0;
  std::uint32_t destination = 0;  ///< rank
  std::int32_t channel = 0;
  std::uint64_t message = 0;  ///< number of the message on (this rank, destination, channel)
  std::uint32_t epoch = 0;
  std::uint32_t cookie = 0;  ///< comes back in the completion
  std::uint64_t reserved[3] = {};
};
static_assert(sizeof(SendDescriptor) == 64, "one cache line");

enum class CompletionKind : std::uint32_t { sent = 1, received = 2 };

/// A completion in memory.
struct Completion {
  CompletionKind kind = CompletionKind::sent;
  std::uint32_t peer = 0;  ///< destination of a send, source of a receive
  std::int32_t channel = 0;
  std::uint32_t cookie = 0;   ///< of a send
  std::uint64_t message = 0;  ///< number of the message on its connection
  std::uint64_t address = 0;  ///< where a received message lies
  std::uint64_t bytes = 0;
  std::uint64_t first_bit_ps = 0;  ///< hardware time stamps: first bit left (send) or arrived
  std::uint64_t last_bit_ps = 0;   ///< last bit left (send) or arrived (receive)
  std::uint64_t reserved = 0;
};
static_assert(sizeof(Completion) == 64, "one cache line");

}  // namespace heliograph::systemc
