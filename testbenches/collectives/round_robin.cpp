// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/round_robin.hpp"

#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

/// Group 0 copies what stays; then a group for each partner, in the order of the rounds.
class RoundRobinPlan final : public RoundPlan {
 public:
  explicit RoundRobinPlan(std::uint32_t ranks) : ranks_(ranks) {}

  [[nodiscard]] PlanShape shape() const override {
    return {"round_robin", CollectiveOp::all_to_all, false, ranks_, ranks_, 0};
  }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override { return ranks_; }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t) const override {
    if (group == 0) {
      return {std::nullopt, std::nullopt, 0, 1, Flow::copy};
    }
    const base::RankId peer = partner(rank, group);
    return {peer, peer, 0, 1, Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t,
                            std::int64_t) const override {
    const auto block =
        static_cast<std::int64_t>(base::index(group == 0 ? rank : partner(rank, group)));
    return {{Buffer::input, block}, {Buffer::output, block}, false};
  }

 private:
  [[nodiscard]] base::RankId partner(base::RankId rank, std::uint32_t group) const {
    const auto own = static_cast<std::uint32_t>(rank);
    std::uint32_t round = group - 1;
    if (ranks_ % 2 == 1) {
      // A rank rests in the round of its number.
      round += round >= own ? 1 : 0;
    }
    return base::RankId{*round_robin_partner(ranks_, own, round)};
  }

  std::uint32_t ranks_;
};

std::unique_ptr<Schedule> make_round_robin(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(std::make_unique<RoundRobinPlan>(request.ranks),
                                         request.chunks);
}

CollectiveCost round_robin_cost(const CollectiveRequest& request) {
  const std::int64_t others = std::int64_t{request.ranks} - 1;
  const std::int64_t rounds = others + request.ranks % 2;
  return {rounds, rounds * request.chunks, others * request.chunks};
}

}  // namespace

std::optional<std::uint32_t> round_robin_partner(std::uint32_t ranks, std::uint32_t rank,
                                                 std::uint32_t round) {
  // All but one stand in a circle of odd size; pairs lie across the axis of the round, and the one
  // on the axis meets the one in the middle, who is missing when the number of ranks is odd.
  const std::uint32_t circle = ranks % 2 == 0 ? ranks - 1 : ranks;
  const bool has_middle = ranks % 2 == 0;
  if (rank == circle) {
    return round;
  }
  const auto across = static_cast<std::uint32_t>((2ULL * round + circle - rank) % circle);
  if (across != rank) {
    return across;
  }
  return has_middle ? std::optional<std::uint32_t>(circle) : std::nullopt;
}

Algorithm round_robin_algorithm() {
  return {"round_robin",
          "an AllToAll in rounds of pairs: a 1-factorisation by the circle method",
          "Lucas, Recreations mathematiques (1883): n - 1 rounds for an even n, n for an odd one",
          "2 or more",
          {CollectiveOp::all_to_all},
          8,
          admits_any_size,
          make_round_robin,
          round_robin_cost};
}

}  // namespace heliograph::testbenches
