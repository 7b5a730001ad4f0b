// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heliograph::systemc {

/// What the receiving NIC does with a message.
enum class MessageOp : std::uint8_t {
  send,          ///< into the next landing place, and software is told
  put,           ///< to `address`, and nobody is told
  signal,        ///< adds `amount` to the 8-byte word at `address`
  get_request,   ///< asks for `amount` bytes at `address`, to be written to `reply_address`
  get_response,  ///< those bytes, to `address`, for the request `answers`
};

/// What a NIC tells its peer in the header of each frame of a message, beside the frame's own
/// fields.
struct MessageHeader {
  MessageOp op = MessageOp::send;
  /// Takes effect after every message of a smaller serial from the same source.
  bool ordered = false;
  /// From 1, one behind the other from a source to a destination: sends are counted apart from
  /// all other messages, which are acknowledged. 0: not counted.
  std::uint64_t serial = 0;
  /// The source waits for no acknowledged message of a smaller serial any more: it has arrived or
  /// was given up.
  std::uint64_t settled = 0;
  std::uint64_t address = 0;  ///< in the destination's memory
  std::uint64_t reply_address = 0;
  std::uint64_t amount = 0;
  std::uint64_t answers = 0;
};

}  // namespace heliograph::systemc
