// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.hpp"
#include "testbenches/collectives/collective_request.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// `count` neighbouring blocks of a buffer.
struct Blocks {
  Buffer buffer = Buffer::input;
  std::int64_t first = 0;
  std::int64_t count = 1;
};

/// What a leg does in each of its rounds.
enum class Flow : std::uint8_t {
  exchange,  ///< sends, then receives
  send,
  receive,
  forward,  ///< passes on what it receives, once it has stored it (or, reducing, added its own)
  copy,     ///< moves blocks inside the rank
};

/// Rounds of one rank that follow each other with the same peers.
struct Leg {
  std::optional<base::RankId> to;
  std::optional<base::RankId> from;
  /// Both ends of a leg name the same channel; legs of one rank with the same peer name different
  /// ones.
  std::int32_t channel = 0;
  std::int64_t rounds = 1;  ///< at least 1
  Flow flow = Flow::exchange;
  bool stores = true;  ///< a reducing forward keeps its sums
};

/// One round of a leg. A copy goes from `sent` to `received`; a forward has `received` alone.
struct Round {
  Blocks sent;
  Blocks received;
  bool reducing = false;  ///< what arrives is added to `received`
};

/// What a plan is a plan for.
struct PlanShape {
  std::string algorithm;
  CollectiveOp op = CollectiveOp::all_reduce;
  bool in_place = true;
  std::uint32_t ranks = 0;
  std::int64_t blocks = 0;   ///< of the collective's buffer
  std::int64_t scratch = 0;  ///< blocks of scratch memory at each rank
};

/// An algorithm as rounds: each rank goes through groups of legs, one group after the other; the
/// legs of a group (its lanes) run side by side. Most algorithms have one lane and as many groups
/// as peers. RoundSchedule makes a Schedule of it.
///
/// Nothing here is stored by rank: a plan computes what it is asked for.
class RoundPlan {
 public:
  RoundPlan() = default;
  RoundPlan(const RoundPlan&) = delete;
  RoundPlan& operator=(const RoundPlan&) = delete;
  virtual ~RoundPlan() = default;

  [[nodiscard]] virtual PlanShape shape() const = 0;
  /// How many groups this rank goes through.
  [[nodiscard]] virtual std::uint32_t groups(base::RankId rank) const = 0;
  /// Has any group more than one lane?
  [[nodiscard]] virtual bool has_lanes() const { return false; }
  [[nodiscard]] virtual std::uint32_t lanes(base::RankId /*rank*/, std::uint32_t /*group*/) const {
    return 1;
  }
  /// Do the lanes of this group all add to the same blocks? Then they take turns.
  [[nodiscard]] virtual bool chained(base::RankId /*rank*/, std::uint32_t /*group*/) const {
    return false;
  }
  [[nodiscard]] virtual Leg leg(base::RankId rank, std::uint32_t group,
                                std::uint32_t lane) const = 0;
  [[nodiscard]] virtual Round round(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                                    std::int64_t round) const = 0;
};

}  // namespace heliograph::testbenches
