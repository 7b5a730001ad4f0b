// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/frame_part.hpp"

#include <algorithm>

namespace heliograph::systemc {

namespace {

/// Payload of the first `count` frames of a train.
base::Bytes payload_of(const Frame& train, std::int64_t count) {
  return count >= train.count ? train.payload
                              : std::min(train.frame_payload * count, train.payload);
}

}  // namespace

void copy_part(const Frame& train, std::int64_t first, std::int64_t count, Frame& part) {
  const base::Bytes before = payload_of(train, first);
  const base::Bytes up_to = payload_of(train, first + count);
  // Field by field for the payload: copying the whole train's bytes would cost its length.
  part.source = train.source;
  part.destination = train.destination;
  part.epoch = train.epoch;
  part.channel = train.channel;
  part.message = train.message;
  part.header = train.header;
  part.message_bytes = train.message_bytes;
  part.offset = train.offset + before;
  if (train.bytes.empty()) {
    part.bytes.clear();
  } else {
    part.bytes.assign(train.bytes.begin() + before.count(), train.bytes.begin() + up_to.count());
  }
  part.payload = up_to - before;
  part.frame_payload = train.frame_payload;
  part.wire_bits = train.wire_bits;
  part.count = count;
  part.pace = train.pace.from(first);
  part.sequence = train.sequence + static_cast<std::uint64_t>(first);
  part.sender = train.sender;
  part.lanes = train.lanes;
  part.first_bit = part.pace.first_bit(0);
  part.last_bit = part.pace.last_bit(count - 1);
  part.flight = train.flight;
  part.frame_loss_probability = train.frame_loss_probability;
}

void drop_front(Frame& train, std::int64_t count) {
  const base::Bytes gone = payload_of(train, count);
  train.offset += gone;
  if (!train.bytes.empty()) {
    train.bytes.erase(train.bytes.begin(), train.bytes.begin() + gone.count());
  }
  train.payload = train.payload - gone;
  train.count -= count;
  train.pace = train.pace.from(count);
  train.sequence += static_cast<std::uint64_t>(count);
  train.first_bit = train.pace.first_bit(0);
}

void keep_front(Frame& train, std::int64_t count) {
  train.payload = payload_of(train, count);
  if (!train.bytes.empty()) {
    train.bytes.resize(static_cast<std::size_t>(train.payload.count()));
  }
  train.count = count;
  train.last_bit = train.pace.last_bit(count - 1);
}

}  // namespace heliograph::systemc
