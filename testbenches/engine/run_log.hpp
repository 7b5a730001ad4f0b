// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "testbenches/engine/time_split.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// A message between two ranks and the instants of its life; never() for what has not happened.
struct MessageRecord {
  base::RankId from{};
  base::RankId to{};
  std::int32_t channel = 0;
  std::uint64_t number = 0;
  base::Bytes bytes;
  std::size_t sender = 0;  ///< index of the sending OperationRecord
  base::Picoseconds posted = base::Picoseconds::never();
  base::Picoseconds first_bit = base::Picoseconds::never();  ///< leaves the transmitter
  base::Picoseconds last_bit = base::Picoseconds::never();   ///< has left the transmitter
  base::Picoseconds arrived = base::Picoseconds::never();    ///< last bit at the receiver
  base::Picoseconds in_memory = base::Picoseconds::never();
};

/// One step of one stream as it went.
struct OperationRecord {
  base::RankId rank{};
  base::StreamId stream{};
  std::int64_t step = 0;
  StepKind kind = StepKind::nop;
  /// Everything before it on its own rank is done; `after` is what was done last.
  base::Picoseconds ready = base::Picoseconds::never();
  std::optional<std::size_t> after;
  std::optional<std::size_t> received;                      ///< MessageRecord
  base::Picoseconds operand = base::Picoseconds::never();   ///< its message is in memory
  base::Picoseconds computed = base::Picoseconds::never();  ///< copied or reduced
  std::optional<std::size_t> sent;                          ///< MessageRecord
  base::Picoseconds done = base::Picoseconds::never();
};

/// One collective of a schedule that is put together from several (Schedule::parts).
struct PartLog {
  base::Picoseconds began = base::Picoseconds::never();      ///< its first rank does more than wait
  base::Picoseconds all_began = base::Picoseconds::never();  ///< so far the last rank
  base::Picoseconds finished = base::Picoseconds::never();   ///< last step of its last rank
  TimeSplit split;  ///< from began to finished, when it is, of the way to the step that ended last
};

/// What the engine did: grows as it happens, so that a run that gets stuck shows how far it came.
struct RunLog {
  std::deque<OperationRecord> operations;  ///< empty in runs that keep no records
  std::deque<MessageRecord> messages;      ///< likewise
  std::int64_t messages_posted = 0;
  base::Bytes bytes_posted;
  base::Picoseconds started = base::Picoseconds::never();   ///< first post, its circuits up
  base::Picoseconds finished = base::Picoseconds::never();  ///< last step of the last rank
  std::vector<PartLog> parts;
  TimeSplit split;                  ///< of the way to the operation that finished last
  std::optional<std::size_t> last;  ///< its OperationRecord, in runs that keep records
};

}  // namespace heliograph::testbenches
