// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/collectives/round_plan.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The schedule of a RoundPlan: one stream a leg. The first step of a leg waits for the last steps
/// of all legs of the group before (no-ops wait for all but one of them, since a step waits for one
/// other only); in a chained group each reduction waits for that of the lane before. Steps are
/// computed, not stored.
///
/// Each block is cut into `chunks` chunks, which travel together.
class RoundSchedule final : public Schedule {
 public:
  RoundSchedule(std::unique_ptr<const RoundPlan> plan, std::int64_t chunks);

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] Collective collective() const override { return collective_of(shape_.op); }
  [[nodiscard]] bool in_place() const override { return shape_.in_place; }
  [[nodiscard]] std::uint32_t ranks() const override { return shape_.ranks; }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return shape_.blocks * chunks_; }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override;
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override;
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override;
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override;

 private:
  /// Which leg a stream is.
  struct Place {
    std::uint32_t group = 0;
    std::uint32_t lane = 0;
    std::uint32_t first_stream = 0;     ///< of the group
    std::uint32_t first_of_before = 0;  ///< of the group before
  };

  [[nodiscard]] Place locate(base::RankId rank, base::StreamId stream) const;
  /// How many legs of the group before a leg waits for.
  [[nodiscard]] std::uint32_t waits(base::RankId rank, std::uint32_t group) const;
  [[nodiscard]] std::int64_t nops(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                                  const Leg& leg) const;
  [[nodiscard]] std::int64_t steps(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                                   const Leg& leg) const;
  /// The `number`-th of the legs that are waited for.
  [[nodiscard]] StepDependency awaited(base::RankId rank, const Place& at,
                                       std::uint32_t number) const;
  [[nodiscard]] ChunkRange range(const Blocks& blocks) const;
  /// The first or second step of a round, without its dependency.
  [[nodiscard]] Step move(const Leg& leg, const Round& round, bool second) const;

  std::unique_ptr<const RoundPlan> plan_;
  PlanShape shape_;
  bool has_lanes_;
  std::int64_t chunks_;
};

}  // namespace heliograph::testbenches
