// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/bruck_exchange_plan.hpp"

#include <algorithm>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

namespace {

// The groups of a round.
constexpr std::uint32_t kPack = 0;
constexpr std::uint32_t kExchange = 1;

}  // namespace

std::int64_t bruck_travelling(std::uint32_t ranks, std::uint32_t bit) {
  const std::int64_t run = std::int64_t{1} << bit;
  const std::int64_t rest = ranks % (2 * run);
  return ranks / (2 * run) * run + std::max<std::int64_t>(rest - run, 0);
}

BruckExchangePlan::BruckExchangePlan(std::uint32_t ranks)
    : ranks_(ranks), bits_(ceil_log2(ranks)) {}

std::int64_t BruckExchangePlan::travelling(std::uint32_t bit) const {
  return bruck_travelling(ranks_, bit);
}

std::int64_t BruckExchangePlan::runs(std::uint32_t bit) const {
  const std::int64_t run = std::int64_t{1} << bit;
  return (travelling(bit) + run - 1) / run;
}

PlanShape BruckExchangePlan::shape() const {
  // At most half the blocks travel in a round, twice: as they go and as they come.
  return {"bruck", CollectiveOp::all_to_all,
          false,   ranks_,
          ranks_,  std::int64_t{ranks_} + 2 * std::int64_t{ranks_ / 2}};
}

std::uint32_t BruckExchangePlan::groups(base::RankId) const { return 2 + 3 * bits_; }

Leg BruckExchangePlan::leg(base::RankId rank, std::uint32_t group, std::uint32_t) const {
  if (group == 0) {
    return {std::nullopt, std::nullopt, 0, base::index(rank) == 0 ? 1 : 2, Flow::copy};
  }
  if (group + 1 == groups(rank)) {
    return {std::nullopt, std::nullopt, 0, ranks_, Flow::copy};
  }
  const std::uint32_t bit = (group - 1) / 3;
  if ((group - 1) % 3 != kExchange) {
    return {std::nullopt, std::nullopt, 0, runs(bit), Flow::copy};
  }
  const auto own = static_cast<std::uint32_t>(rank);
  const base::RankId up{(own + (1U << bit)) % ranks_};
  const base::RankId down{(own + ranks_ - (1U << bit)) % ranks_};
  return {up, down, static_cast<std::int32_t>(bit), 1, Flow::exchange};
}

Round BruckExchangePlan::turn(base::RankId rank, bool in, std::int64_t part) const {
  const auto own = static_cast<std::int64_t>(base::index(rank));
  if (!in) {
    // What has come i ranks far comes from rank own - i.
    return {{Buffer::scratch, part}, {Buffer::output, (own - part + ranks_) % ranks_}, false};
  }
  return part == 0
             ? Round{{Buffer::input, own, ranks_ - own}, {Buffer::scratch, 0, ranks_ - own}, false}
             : Round{{Buffer::input, 0, own}, {Buffer::scratch, ranks_ - own, own}, false};
}

Round BruckExchangePlan::round(base::RankId rank, std::uint32_t group, std::uint32_t,
                               std::int64_t round) const {
  if (group == 0 || group + 1 == groups(rank)) {
    return turn(rank, group == 0, round);
  }
  const std::uint32_t bit = (group - 1) / 3;
  const std::uint32_t part = (group - 1) % 3;
  const std::int64_t going = ranks_;
  const std::int64_t coming = std::int64_t{ranks_} + ranks_ / 2;
  const std::int64_t all = travelling(bit);
  if (part == kExchange) {
    return {{Buffer::scratch, going, all}, {Buffer::scratch, coming, all}, false};
  }
  const std::int64_t run = std::int64_t{1} << bit;
  const std::int64_t count = std::min(run, all - round * run);
  const Blocks spread{Buffer::scratch, (2 * round + 1) * run, count};
  const Blocks packed{Buffer::scratch, (part == kPack ? going : coming) + round * run, count};
  return part == kPack ? Round{spread, packed, false} : Round{packed, spread, false};
}

}  // namespace heliograph::testbenches
