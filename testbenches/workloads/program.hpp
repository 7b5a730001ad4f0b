// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "testbenches/schedule/buffer_layout.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// A collective among some of a machine's ranks, and when each of them begins it.
struct ProgramPart {
  std::string name;
  /// nullptr: its ranks only compute.
  std::unique_ptr<Schedule> schedule;
  /// Where in the machine the ranks of the part sit; none twice. As many as the schedule has.
  std::vector<base::RankId> ranks;
  base::Bytes bytes;  ///< of its buffer; at least one for each of its chunks
  /// After the first circuits were up.
  base::Picoseconds not_before;
  /// It waits for that time even where it is 0: planners then keep parts in the order of times.
  bool timed = false;
  /// What each rank computes before it begins.
  base::Picoseconds compute;
  /// By rank of the part: the parts that must be done there before. Empty: none, at all ranks.
  /// Those that this rank has no share in are not waited for.
  std::vector<std::vector<std::size_t>> after;
};

/// Several collectives as one schedule: jobs side by side on different ranks, phases one after the
/// other, computation between them. Each part has buffers of its own; a rank begins a part when the
/// parts before it are done *at that rank*, as programs on accelerators do.
///
/// The chunk of a program is the greatest common divisor of those of its parts, so that each part
/// is cut as it would be alone. In the streams of a rank each part is a gate (which waits, and
/// computes) and then the part's own streams, in the order of the parts.
class Program final : public Schedule {
 public:
  /// Throws std::invalid_argument on parts that break the rules above, or that wait for each other
  /// in a circle.
  Program(std::string name, std::uint32_t ranks, std::vector<ProgramPart> parts);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] Collective collective() const override { return Collective::custom; }
  [[nodiscard]] bool in_place() const override { return false; }
  [[nodiscard]] std::uint32_t ranks() const override {
    return static_cast<std::uint32_t>(shares_.size());
  }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return chunks_per_loop_; }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override;
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override;
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override;
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override;
  [[nodiscard]] std::size_t parts() const override { return parts_.size(); }
  [[nodiscard]] std::size_t part_of(base::RankId rank, base::StreamId stream) const override;
  [[nodiscard]] base::SourceLocation place(base::RankId rank, base::StreamId stream,
                                           std::int64_t step) const override;

  [[nodiscard]] const ProgramPart& part(std::size_t part) const { return parts_[part]; }
  [[nodiscard]] base::Bytes chunk_bytes() const { return chunk_bytes_; }
  /// Of all buffers together: what the schedule is run with.
  [[nodiscard]] base::Bytes bytes() const { return chunk_bytes_ * chunks_per_loop_; }
  /// Of a part's chunk, in chunks of the program.
  [[nodiscard]] std::int64_t units(std::size_t part) const { return units_[part]; }
  /// Where in the buffers of a machine's rank the chunks of a part begin. Precondition: it has a
  /// share in the part.
  [[nodiscard]] BufferChunks offset(std::size_t part, base::RankId rank) const;

  /// The parts in an order in which each comes after those that it waits for; nothing when some
  /// wait for each other in a circle. Entries of `after` must be numbers of parts.
  [[nodiscard]] static std::optional<std::vector<std::size_t>> order(
      const std::vector<ProgramPart>& parts);
  /// The names along one such circle, each waiting for the next and the last for the first, as
  /// `'a' waits for 'b' waits for 'a'`; a long one is cut. Precondition: order() gives nothing.
  [[nodiscard]] static std::string circle(const std::vector<ProgramPart>& parts);

 private:
  /// What a rank of the machine has of one part.
  struct Share {
    std::size_t part = 0;
    base::RankId rank{};             ///< in the part
    std::uint32_t first_stream = 0;  ///< its gate, if it has one
    std::vector<StepDependency> awaited;
    bool gated = false;
    BufferChunks offset;
  };

  void place_share(std::size_t part, std::size_t local);
  void await_parts(std::size_t part);
  [[nodiscard]] std::vector<StepDependency> ends(const Share& share) const;
  [[nodiscard]] const Share& share_of(base::RankId rank, base::StreamId stream) const;
  [[nodiscard]] const Share* find_share(base::RankId rank, std::size_t part) const;
  /// The number of a stream among those of its share; 0 is the gate, if it has one.
  [[nodiscard]] static std::uint32_t local_stream(const Share& share, base::StreamId stream);
  [[nodiscard]] static bool waits(const ProgramPart& part) {
    return part.timed || part.not_before > base::Picoseconds(0);
  }
  [[nodiscard]] std::int64_t gate_steps(const Share& share) const;
  [[nodiscard]] Step gate_step(const Share& share, std::int64_t step) const;
  [[nodiscard]] ChunkRange placed(const Share& share, ChunkRange range) const;
  [[nodiscard]] std::uint32_t streams(const Share& share) const;

  std::string name_;
  std::vector<ProgramPart> parts_;
  base::Bytes chunk_bytes_{1};
  std::int64_t chunks_per_loop_ = 0;
  std::vector<std::int64_t> units_;         ///< by part
  std::vector<std::int32_t> channels_;      ///< by part: its first one
  std::vector<std::vector<Share>> shares_;  ///< by rank of the machine, in the order of the parts
  std::vector<BufferChunks> buffers_;       ///< by rank of the machine
};

}  // namespace heliograph::testbenches
