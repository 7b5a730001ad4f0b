// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/ring.hpp"

#include <stdexcept>
#include <string>

#include "testbenches/collectives/ring_rounds.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

class RingPlan final : public RoundPlan {
 public:
  RingPlan(CollectiveOp op, std::uint32_t ranks) : op_(op), ranks_(ranks), ring_{op, ranks} {}

  [[nodiscard]] PlanShape shape() const override { return {"ring", op_, true, ranks_, ranks_, 0}; }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override { return 1; }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t, std::uint32_t) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    const base::RankId next{own + 1 == ranks_ ? 0 : own + 1};
    const base::RankId previous{own == 0 ? ranks_ - 1 : own - 1};
    return {next, previous, 0, ring_.rounds(), Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t, std::uint32_t,
                            std::int64_t round) const override {
    const auto own = static_cast<std::int64_t>(base::index(rank));
    const Buffer buffer = op_ == CollectiveOp::all_gather ? Buffer::output : Buffer::input;
    return {{buffer, ring_.sent(own, round)},
            {buffer, ring_.received(own, round)},
            ring_.reducing(round)};
  }

 private:
  CollectiveOp op_;
  std::uint32_t ranks_;
  RingRounds ring_;
};

/// A chain from or to the root; its blocks are the pieces that follow each other.
class ChainPlan final : public RoundPlan {
 public:
  explicit ChainPlan(const CollectiveRequest& request)
      : op_(request.op), ranks_(request.ranks), chunks_(request.chunks), root_(request.root) {}

  [[nodiscard]] PlanShape shape() const override { return {"ring", op_, true, ranks_, chunks_, 0}; }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override { return 1; }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t, std::uint32_t) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    const auto root = static_cast<std::uint32_t>(root_);
    const std::uint32_t behind_root = (own + ranks_ - root) % ranks_;
    // Where the rank stands on the way that the data goes.
    const std::uint32_t place = reducing() ? ranks_ - 1 - behind_root : behind_root;
    const base::RankId next{(own + (reducing() ? ranks_ - 1 : 1)) % ranks_};
    const base::RankId previous{(own + (reducing() ? 1 : ranks_ - 1)) % ranks_};
    if (place == 0) {
      return {next, std::nullopt, 0, chunks_, Flow::send};
    }
    if (place + 1 == ranks_) {
      return {std::nullopt, previous, 0, chunks_, Flow::receive};
    }
    return {next, previous, 0, chunks_, Flow::forward, false};
  }

  [[nodiscard]] Round round(base::RankId, std::uint32_t, std::uint32_t,
                            std::int64_t round) const override {
    return {{Buffer::input, round}, {Buffer::input, round}, reducing()};
  }

 private:
  [[nodiscard]] bool reducing() const { return op_ == CollectiveOp::reduce; }

  CollectiveOp op_;
  std::uint32_t ranks_;
  std::int64_t chunks_;
  base::RankId root_;
};

bool is_chain(CollectiveOp op) {
  return op == CollectiveOp::broadcast || op == CollectiveOp::reduce;
}

std::unique_ptr<Schedule> make_ring(const CollectiveRequest& request) {
  if (is_chain(request.op)) {
    return std::make_unique<RoundSchedule>(std::make_unique<ChainPlan>(request), 1);
  }
  return std::make_unique<RoundSchedule>(std::make_unique<RingPlan>(request.op, request.ranks),
                                         request.chunks);
}

CollectiveCost ring_cost(const CollectiveRequest& request) {
  const std::int64_t others = request.ranks - 1;
  if (is_chain(request.op)) {
    const std::int64_t rounds = others - 1 + request.chunks;
    return {rounds, rounds, request.chunks};
  }
  const std::int64_t rounds = request.op == CollectiveOp::all_reduce ? 2 * others : others;
  return {rounds, rounds * request.chunks, rounds * request.chunks};
}

std::unique_ptr<Schedule> make_ring(CollectiveOp op, std::uint32_t ranks) {
  if (ranks < 2) {
    throw std::invalid_argument("a ring needs at least 2 ranks, not " + std::to_string(ranks));
  }
  return std::make_unique<RoundSchedule>(std::make_unique<RingPlan>(op, ranks), 1);
}

}  // namespace

Algorithm ring_algorithm() {
  return {"ring",
          "passes blocks round a ring, sums first; chains for broadcast and reduce",
          "Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms (2009): 2 (n - 1) rounds, "
          "2 (n - 1) / n of the buffer",
          "2 or more",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather,
           CollectiveOp::broadcast, CollectiveOp::reduce},
          8,
          admits_any_size,
          make_ring,
          ring_cost};
}

std::unique_ptr<Schedule> make_ring_all_reduce(std::uint32_t ranks) {
  return make_ring(CollectiveOp::all_reduce, ranks);
}

std::unique_ptr<Schedule> make_ring_all_gather(std::uint32_t ranks) {
  return make_ring(CollectiveOp::all_gather, ranks);
}

}  // namespace heliograph::testbenches
