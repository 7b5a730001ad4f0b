// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/hierarchical.hpp"

#include "testbenches/collectives/near_square.hpp"
#include "testbenches/collectives/ring_rounds.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

std::uint32_t hierarchical_group(const CollectiveRequest& request) {
  return request.group != 0 ? request.group : near_square_divisor(request.ranks);
}

/// Part b of the buffer is that of the members b of all groups: as many blocks as groups.
class HierarchicalPlan final : public RoundPlan {
 public:
  HierarchicalPlan(std::uint32_t ranks, std::uint32_t members)
      : ranks_(ranks), members_(members), sets_(ranks / members) {}

  [[nodiscard]] PlanShape shape() const override {
    return {"hierarchical", CollectiveOp::all_reduce, true, ranks_, ranks_, 0};
  }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override {
    return (members_ > 1 ? 2U : 0U) + (sets_ > 1 ? 1U : 0U);
  }
  [[nodiscard]] bool has_lanes() const override { return members_ > 2; }
  [[nodiscard]] std::uint32_t lanes(base::RankId, std::uint32_t group) const override {
    return is_ring(group) ? 1 : members_ - 1;
  }
  [[nodiscard]] bool chained(base::RankId, std::uint32_t group) const override {
    return !is_ring(group) && group == 0;
  }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t lane) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    if (is_ring(group)) {
      return {base::RankId{(own + members_) % ranks_},
              base::RankId{(own + ranks_ - members_) % ranks_}, 0, ring().rounds(), Flow::exchange};
    }
    const std::uint32_t first = own - own % members_;
    return {base::RankId{first + up(own, lane)}, base::RankId{first + down(own, lane)},
            group == 0 ? 1 : 2, 1, Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                            std::int64_t round) const override {
    const auto own = static_cast<std::uint32_t>(rank);
    const std::uint32_t member = own % members_;
    if (is_ring(group)) {
      const std::int64_t place = own / members_;
      const std::int64_t first = std::int64_t{member} * sets_;
      return {{Buffer::input, first + ring().sent(place, round)},
              {Buffer::input, first + ring().received(place, round)},
              ring().reducing(round)};
    }
    if (group == 0) {
      return {part(up(own, lane)), part(member), true};
    }
    return {part(member), part(down(own, lane)), false};
  }

 private:
  [[nodiscard]] bool is_ring(std::uint32_t group) const {
    return sets_ > 1 && group == (members_ > 1 ? 1U : 0U);
  }
  [[nodiscard]] RingRounds ring() const { return {CollectiveOp::all_reduce, sets_}; }
  [[nodiscard]] std::uint32_t up(std::uint32_t own, std::uint32_t lane) const {
    return (own % members_ + lane + 1) % members_;
  }
  [[nodiscard]] std::uint32_t down(std::uint32_t own, std::uint32_t lane) const {
    return (own % members_ + members_ - lane - 1) % members_;
  }
  [[nodiscard]] Blocks part(std::uint32_t member) const {
    return {Buffer::input, std::int64_t{member} * sets_, sets_};
  }

  std::uint32_t ranks_;
  std::uint32_t members_;  ///< of a group
  std::uint32_t sets_;     ///< groups
};

std::unique_ptr<Schedule> make_hierarchical(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(
      std::make_unique<HierarchicalPlan>(request.ranks, hierarchical_group(request)),
      request.chunks);
}

CollectiveCost hierarchical_cost(const CollectiveRequest& request) {
  const std::int64_t members = hierarchical_group(request);
  const std::int64_t sets = request.ranks / members;
  const std::int64_t sent = 2 * (std::int64_t{request.ranks} - 1) * request.chunks;
  return {(members > 1 ? 2 : 0) + 2 * (sets - 1), sent, sent};
}

bool admits_hierarchical(const CollectiveRequest& request) {
  return admits_any_size(request) && request.ranks % hierarchical_group(request) == 0;
}

}  // namespace

Algorithm hierarchical_algorithm() {
  return {"hierarchical",
          "direct exchange in groups, rings through the groups",
          "ReduceScatter, AllReduce and AllGather on two levels, as in Jia et al., arXiv "
          "1807.11205: 2 (n / g - 1) + 2 rounds, 2 (n - 1) / n of the buffer",
          "2 or more, a multiple of the group (--group)",
          {CollectiveOp::all_reduce},
          16,
          admits_hierarchical,
          make_hierarchical,
          hierarchical_cost};
}

}  // namespace heliograph::testbenches
