// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "testbenches/schedule/schedule.hpp"
#include "testbenches/schedule/schedule_draft.hpp"

namespace heliograph::testbenches {

/// A schedule whose steps are held one by one, as they come from a file.
class ExplicitSchedule final : public Schedule {
 public:
  /// Makes a schedule of a draft. Throws base::InputError with every fault of the draft, if any.
  /// The operands and the count of a nop are cleared, since they mean nothing.
  [[nodiscard]] static std::unique_ptr<ExplicitSchedule> build(ScheduleDraft draft);

  [[nodiscard]] std::string name() const override { return draft_.name; }
  [[nodiscard]] Collective collective() const override { return draft_.collective; }
  [[nodiscard]] bool in_place() const override { return draft_.in_place; }
  [[nodiscard]] std::uint32_t ranks() const override;
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return draft_.chunks_per_loop; }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override;
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override;
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override;
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override;

  [[nodiscard]] base::SourceLocation place(base::RankId rank, base::StreamId stream,
                                           std::int64_t step) const override;

  /// The protocol that the file names (Simple, LL, LL128): recorded, not modelled.
  [[nodiscard]] const std::string& protocol() const { return draft_.protocol; }

 private:
  explicit ExplicitSchedule(ScheduleDraft draft);

  [[nodiscard]] const StreamDraft& stream_of(base::RankId rank, base::StreamId stream) const;

  ScheduleDraft draft_;
};

/// A copy of a schedule as a draft, to change and build again. Holds every step.
[[nodiscard]] ScheduleDraft draft_of(const Schedule& schedule);

}  // namespace heliograph::testbenches
