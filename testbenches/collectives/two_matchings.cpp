// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/two_matchings.hpp"

#include "testbenches/schedule/explicit_schedule.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::uint32_t kRanks = 8;
constexpr std::uint32_t kHalf = 4;

Step move(StepKind kind, std::uint32_t first_chunk, std::int64_t count) {
  const ChunkRange chunks{Buffer::output, first_chunk};
  return {kind, chunks, chunks, count, std::nullopt};
}

/// `count` chunks each way. With `after` the send waits for the last step of that stream.
StreamDraft exchange(std::uint32_t peer, std::uint32_t sent, std::uint32_t received,
                     std::int64_t count, std::optional<StepDependency> after = std::nullopt) {
  StreamDraft stream{base::RankId{peer}, base::RankId{peer}, 0, {}, true};
  stream.steps = {move(StepKind::send, sent, count), move(StepKind::receive, received, count)};
  stream.steps.front().dependency = after;
  return stream;
}

RankDraft doubling_rank(std::uint32_t rank) {
  const std::uint32_t pair = rank & ~1U;
  RankDraft draft{{1, kRanks, 0}, {}, true};
  draft.streams = {exchange(rank ^ 1U, rank, rank ^ 1U, 1),
                   exchange(rank ^ 2U, pair, pair ^ 2U, 2, StepDependency{base::StreamId{0}, 1}),
                   exchange(rank + kHalf, 0, kHalf, kHalf, StepDependency{base::StreamId{1}, 1})};
  return draft;
}

RankDraft ring_rank(std::uint32_t rank) {
  const std::uint32_t place = rank - kHalf;
  const base::RankId next{kHalf + (place + 1) % kHalf};
  const base::RankId previous{kHalf + (place + kHalf - 1) % kHalf};
  StreamDraft ring{next, previous, 0, {}, true};
  for (std::uint32_t round = 0; round + 1 < kHalf; ++round) {
    ring.steps.push_back(move(StepKind::send, kHalf + (place + kHalf - round) % kHalf, 1));
    ring.steps.push_back(move(StepKind::receive, kHalf + (place + kHalf - round - 1) % kHalf, 1));
  }
  const StepDependency ring_end{base::StreamId{0},
                                static_cast<std::int64_t>(ring.steps.size()) - 1};
  RankDraft draft{{1, kRanks, 0}, {}, true};
  draft.streams = {std::move(ring), exchange(rank - kHalf, kHalf, 0, kHalf, ring_end)};
  return draft;
}

}  // namespace

std::unique_ptr<Schedule> make_two_matchings_all_gather() {
  ScheduleDraft draft;
  draft.name = "two_matchings_8";
  draft.collective = Collective::all_gather;
  draft.in_place = true;
  draft.chunks_per_loop = kRanks;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    draft.ranks.push_back(rank < kHalf ? doubling_rank(rank) : ring_rank(rank));
  }
  return ExplicitSchedule::build(std::move(draft));
}

}  // namespace heliograph::testbenches
