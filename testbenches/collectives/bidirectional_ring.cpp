// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/bidirectional_ring.hpp"

#include "testbenches/collectives/ring_rounds.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

class BidirectionalRingPlan final : public RoundPlan {
 public:
  BidirectionalRingPlan(CollectiveOp op, std::uint32_t ranks)
      : op_(op), ranks_(ranks), ring_{op, ranks} {}

  [[nodiscard]] PlanShape shape() const override {
    return {"bidirectional_ring", op_, true, ranks_, 2 * std::int64_t{ranks_}, 0};
  }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override { return 1; }
  [[nodiscard]] bool has_lanes() const override { return true; }
  [[nodiscard]] std::uint32_t lanes(base::RankId, std::uint32_t) const override { return 2; }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t, std::uint32_t lane) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    const base::RankId next{(own + 1) % ranks_};
    const base::RankId previous{(own + ranks_ - 1) % ranks_};
    // Between two ranks both directions join the same pair: the channel tells them apart.
    return lane == 0 ? Leg{next, previous, 0, ring_.rounds(), Flow::exchange}
                     : Leg{previous, next, 1, ring_.rounds(), Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t, std::uint32_t lane,
                            std::int64_t round) const override {
    const auto own = static_cast<std::int64_t>(base::index(rank));
    const Buffer buffer = op_ == CollectiveOp::all_gather ? Buffer::output : Buffer::input;
    const std::int64_t sent = lane == 0 ? ring_.sent(own, round) : ring_.sent_backwards(own, round);
    const std::int64_t received =
        lane == 0 ? ring_.received(own, round) : ring_.sent_backwards(own, round + 1);
    return {{buffer, 2 * sent + lane}, {buffer, 2 * received + lane}, ring_.reducing(round)};
  }

 private:
  CollectiveOp op_;
  std::uint32_t ranks_;
  RingRounds ring_;
};

std::unique_ptr<Schedule> make_bidirectional_ring(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(
      std::make_unique<BidirectionalRingPlan>(request.op, request.ranks), request.chunks);
}

CollectiveCost bidirectional_ring_cost(const CollectiveRequest& request) {
  const std::int64_t rounds = RingRounds{request.op, request.ranks}.rounds();
  return {rounds, 2 * rounds * request.chunks, 2 * rounds * request.chunks};
}

}  // namespace

Algorithm bidirectional_ring_algorithm() {
  return {"bidirectional_ring",
          "two rings side by side, each for one half of every block",
          "the ring of Patarasuk and Yuan (2009) twice, at half the bandwidth each",
          "2 or more",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather},
          8,
          admits_any_size,
          make_bidirectional_ring,
          bidirectional_ring_cost};
}

}  // namespace heliograph::testbenches
