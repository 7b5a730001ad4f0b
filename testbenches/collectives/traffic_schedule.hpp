// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/collectives/traffic.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Every rank sends all its messages at once, one stream a peer. A rank's input holds what goes to
/// rank 0, then what goes to rank 1, ...; its output holds what comes from rank 0, from rank 1, ...
/// That is its own promise. The buffer is the largest input or output of a rank.
/// Holds the traffic and 16 bytes for each pair of ranks.
class TrafficSchedule final : public Schedule {
 public:
  TrafficSchedule(std::string name, Traffic traffic);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] Collective collective() const override { return Collective::custom; }
  [[nodiscard]] bool in_place() const override { return false; }
  [[nodiscard]] std::uint32_t ranks() const override { return traffic_.ranks(); }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return chunks_per_loop_; }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override;
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override;
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override;
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override;
  [[nodiscard]] std::optional<ChunkOrigin> own_promise(base::RankId rank,
                                                       std::int64_t output_chunk) const override;

 private:
  /// To whom a stream sends and from whom it receives; both the rank itself for what stays.
  struct Peers {
    std::uint32_t to = 0;
    std::uint32_t from = 0;
  };
  [[nodiscard]] Peers peers(std::uint32_t rank, std::uint32_t lane) const;
  [[nodiscard]] bool is_used(std::uint32_t rank, std::uint32_t lane) const;
  [[nodiscard]] std::size_t pair(std::uint32_t from, std::uint32_t to) const {
    return std::size_t{from} * ranks() + to;
  }

  std::string name_;
  Traffic traffic_;
  std::int64_t chunks_per_loop_ = 1;
  std::vector<BufferChunks> buffers_;    ///< by rank
  std::vector<std::int64_t> input_at_;   ///< where a pair's chunks start, at the sender
  std::vector<std::int64_t> output_at_;  ///< ... and at the receiver
  std::vector<std::vector<std::uint32_t>> used_lanes_;  ///< by rank
};

}  // namespace heliograph::testbenches
