// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/ring.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::testbenches {

namespace {

/// A ring in which rank r passes chunk r - k on in round k: its own first, then what came in the
/// round before.
class RingSchedule final : public Schedule {
 public:
  RingSchedule(std::uint32_t ranks, Collective collective)
      : ranks_(ranks), collective_(collective) {
    if (ranks < 2) {
      throw std::invalid_argument("a ring needs at least 2 ranks, not " + std::to_string(ranks));
    }
  }

  [[nodiscard]] std::string name() const override {
    return "ring_" + std::string(to_string(collective_)) + "_" + std::to_string(ranks_);
  }
  [[nodiscard]] Collective collective() const override { return collective_; }
  [[nodiscard]] bool in_place() const override { return true; }
  [[nodiscard]] std::uint32_t ranks() const override { return ranks_; }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return ranks_; }

  [[nodiscard]] BufferChunks buffer_chunks(base::RankId) const override {
    return reducing() ? BufferChunks{ranks_, 0, 0} : BufferChunks{1, ranks_, 0};
  }
  [[nodiscard]] std::uint32_t streams(base::RankId) const override { return 1; }

  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    const base::RankId next{own + 1 == ranks_ ? 0 : own + 1};
    const base::RankId previous{own == 0 ? ranks_ - 1 : own - 1};
    return {next, previous, 0, 2 * rounds()};
  }

  [[nodiscard]] Step step(base::RankId rank, base::StreamId, std::int64_t step) const override {
    // Send in round 0, receive it; send in round 1, receive it; ...
    const std::int64_t round = step / 2;
    const bool sending = step % 2 == 0;
    const std::int64_t hops = sending ? round : round + 1;
    const auto own = static_cast<std::int64_t>(base::index(rank));
    const std::int64_t count = ranks_;
    const ChunkRange chunk{reducing() ? Buffer::input : Buffer::output,
                           (own - hops + 2 * count) % count};
    const bool summing = reducing() && round < ranks_ - 1;
    const StepKind receiving = summing ? StepKind::receive_reduce_copy : StepKind::receive;
    return {sending ? StepKind::send : receiving, chunk, chunk, 1, std::nullopt};
  }

 private:
  [[nodiscard]] bool reducing() const { return collective_ == Collective::all_reduce; }
  [[nodiscard]] std::int64_t rounds() const {
    const std::int64_t half = ranks_ - 1;
    return reducing() ? 2 * half : half;
  }

  std::uint32_t ranks_;
  Collective collective_;
};

}  // namespace

std::unique_ptr<Schedule> make_ring_all_reduce(std::uint32_t ranks) {
  return std::make_unique<RingSchedule>(ranks, Collective::all_reduce);
}

std::unique_ptr<Schedule> make_ring_all_gather(std::uint32_t ranks) {
  return std::make_unique<RingSchedule>(ranks, Collective::all_gather);
}

}  // namespace heliograph::testbenches
