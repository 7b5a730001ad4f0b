// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// What is wrong with a schedule: where, and in words.
struct CheckFault {
  std::optional<base::RankId> rank;
  std::optional<base::StreamId> stream;
  std::optional<std::int64_t> step;
  std::optional<std::int64_t> chunk;  ///< of the buffer that the text names
  std::string text;                   ///< the whole story, place included
};

struct RankCounts {
  std::int64_t steps = 0;
  std::int64_t sends = 0;     ///< messages that leave the rank
  std::int64_t receives = 0;  ///< messages that reach the rank
  std::int64_t chunks_sent = 0;
  std::int64_t chunks_received = 0;
};

/// The verdict on a schedule, with counts of what it does.
struct CheckReport {
  std::optional<CheckFault> fault;
  std::vector<RankCounts> ranks;
  std::int64_t steps = 0;
  std::int64_t messages = 0;
  std::int64_t chunks_moved = 0;  ///< over the wire
  /// Broadcast and reduce: the root, found as described at check_schedule.
  std::optional<base::RankId> root;

  [[nodiscard]] bool correct() const { return !fault.has_value(); }
};

/// Proves that a schedule computes its collective, by executing it on symbolic values: which rank
/// holds which contributions (rank, chunk) in which chunk, as a multiset, so that a contribution
/// that is missing, doubled or foreign shows. Faults: a chunk read before anything was written
/// there; a range outside of its buffer; messages without partner; a deadlock (then the text says
/// who waits for whom); an output that is not what CollectivePromise says.
///
/// Neither MSCCL nor Schedule names the root of a broadcast or reduce. It is the rank under which
/// the most promised output chunks are right, the lowest of equals: a correct schedule has exactly
/// one such rank with all of them, and a wrong one is reported against its most likely root.
///
/// Where a rank has several streams, the schedule is executed twice, with the first and with the
/// last stream of each rank as far ahead as it can get, since a missing dependency shows only in
/// some orders. Two orders are no proof for all of them.
///
/// A value is held as an additive fingerprint of 128 bits (16 bytes a chunk), so that AllReduces of
/// 4,096 ranks can be checked; where one is wrong, the schedule is executed again with exact
/// multisets, which the text then tells. Beyond 2^23 chunks of memory or of chunk operations the
/// text tells only which chunk is wrong and which step wrote it.
///
/// Limits: 2^26 chunks of memory in all, 2^28 chunk operations in all; beyond them the schedule is
/// reported as too large to check.
[[nodiscard]] CheckReport check_schedule(const Schedule& schedule);

/// What to throw about a schedule that is at fault: at the step where its file is known to hold it,
/// else at `file` as a whole.
[[nodiscard]] base::InputError schedule_error(const Schedule& schedule, const CheckFault& fault,
                                              const std::string& file);

}  // namespace heliograph::testbenches
