// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/stragglar.hpp"

#include <algorithm>

#include "testbenches/collectives/ring_rounds.hpp"
#include "testbenches/collectives/round_schedule.hpp"
#include "testbenches/collectives/straggler_rounds.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int32_t kNoChunk = -1;

class StragglarPlan final : public RoundPlan {
 public:
  explicit StragglarPlan(std::uint32_t ranks) : ranks_(ranks), meetings_(ranks) {
    std::int32_t round = 0;
    for (const std::vector<StragglerPair>& pairs : straggler_rounds(ranks)) {
      ++round;
      for (const StragglerPair& pair : pairs) {
        const std::int32_t there = chunk(pair.first_sends);
        const std::int32_t back = chunk(pair.second_sends);
        meetings_[pair.first].push_back({round, pair.second, there, back, pair.fresh});
        meetings_[pair.second].push_back({round, pair.first, back, there, pair.fresh});
      }
    }
  }

  [[nodiscard]] PlanShape shape() const override {
    return {"stragglar", CollectiveOp::all_reduce, true, ranks_, ranks_ - 1, 0};
  }

  [[nodiscard]] std::uint32_t groups(base::RankId rank) const override {
    const auto meetings = static_cast<std::uint32_t>(meetings_[base::index(rank)].size());
    return is_straggler(rank) ? meetings : meetings + 1;
  }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t) const override {
    if (is_phase_one(rank, group)) {
      const auto own = static_cast<std::uint32_t>(rank);
      const std::uint32_t others = ranks_ - 1;
      return {base::RankId{(own + 1) % others}, base::RankId{(own + others - 1) % others}, 0,
              ring().rounds(), Flow::exchange};
    }
    const Meeting& meeting = this->meeting(rank, group);
    const base::RankId peer{meeting.peer};
    if (meeting.sent == kNoChunk) {
      return {std::nullopt, peer, meeting.round, 1, Flow::receive};
    }
    if (meeting.received == kNoChunk) {
      return {peer, std::nullopt, meeting.round, 1, Flow::send};
    }
    return {peer, peer, meeting.round, 1, Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t,
                            std::int64_t round) const override {
    if (is_phase_one(rank, group)) {
      const auto own = static_cast<std::int64_t>(base::index(rank));
      return {{Buffer::input, ring().sent(own, round)},
              {Buffer::input, ring().received(own, round)},
              true};
    }
    const Meeting& meeting = this->meeting(rank, group);
    return {{Buffer::input, meeting.sent}, {Buffer::input, meeting.received}, meeting.fresh};
  }

 private:
  struct Meeting {
    std::int32_t round = 0;
    std::uint32_t peer = 0;
    std::int32_t sent = kNoChunk;
    std::int32_t received = kNoChunk;
    bool fresh = false;
  };

  [[nodiscard]] static std::int32_t chunk(std::optional<std::uint32_t> sent) {
    return sent ? static_cast<std::int32_t>(*sent) : kNoChunk;
  }
  [[nodiscard]] bool is_straggler(base::RankId rank) const {
    return base::index(rank) + 1 == ranks_;
  }
  [[nodiscard]] bool is_phase_one(base::RankId rank, std::uint32_t group) const {
    return group == 0 && !is_straggler(rank);
  }
  [[nodiscard]] const Meeting& meeting(base::RankId rank, std::uint32_t group) const {
    return meetings_[base::index(rank)][is_straggler(rank) ? group : group - 1];
  }
  [[nodiscard]] RingRounds ring() const { return {CollectiveOp::reduce_scatter, ranks_ - 1}; }

  std::uint32_t ranks_;
  std::vector<std::vector<Meeting>> meetings_;  ///< by rank
};

std::unique_ptr<Schedule> make_stragglar(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(std::make_unique<StragglarPlan>(request.ranks),
                                         request.chunks);
}

/// Of powers of two by Theorem 1; of other sizes what the synthesised table has.
CollectiveCost stragglar_cost(const CollectiveRequest& request) {
  const std::int64_t phase_one = std::int64_t{request.ranks} - 2;
  std::int64_t phase_two = phase_one + floor_log2(request.ranks);
  std::int64_t sent = phase_two;
  if (!admits_powers_of_two(request)) {
    const std::vector<std::vector<StragglerPair>> table = straggler_rounds(request.ranks);
    phase_two = static_cast<std::int64_t>(table.size());
    std::vector<std::int64_t> by_rank(request.ranks, 0);
    for (const std::vector<StragglerPair>& pairs : table) {
      for (const StragglerPair& pair : pairs) {
        by_rank[pair.first] += pair.first_sends ? 1 : 0;
        by_rank[pair.second] += pair.second_sends ? 1 : 0;
      }
    }
    by_rank.back() -= phase_one;  // the straggler has no part in phase one
    sent = *std::max_element(by_rank.begin(), by_rank.end());
  }
  const std::int64_t rounds = phase_one + phase_two;
  return {rounds, rounds * request.chunks, (phase_one + sent) * request.chunks};
}

bool admits_stragglar(const CollectiveRequest& request) {
  constexpr std::uint32_t kMost = 1024;
  return request.ranks >= 4 && request.ranks % 2 == 0 && request.ranks <= kMost;
}

}  // namespace

Algorithm stragglar_algorithm() {
  return {"stragglar",
          "an AllReduce for one late rank (the last): a ring ReduceScatter of the others while it "
          "is awaited, then pairs",
          "arXiv 2505.23523, Theorem 1: n - 2 + log2 n rounds after the late rank has come, "
          "n - 2 before; other even n by a heavy matching in each round",
          "even, 4 to 1024",
          {CollectiveOp::all_reduce},
          8,
          admits_stragglar,
          make_stragglar,
          stragglar_cost,
          true};
}

}  // namespace heliograph::testbenches
