// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// How large the buffers of a collective are, and which chunks of them are the same memory.
///
/// Sizes (share = chunks_per_loop / ranks):
///   all_gather      input share,            output chunks_per_loop
///   reduce_scatter  input chunks_per_loop,  output share
///   custom          whatever is declared
///   all others      chunks_per_loop, both
/// A rank may declare 0 for a buffer that it does not have. In place, input and output are one
/// memory, so that one declared buffer is enough and either name reaches it:
///   all_gather      input chunk k is output chunk rank * share + k
///   reduce_scatter  output chunk k is input chunk rank * share + k
///   all others      output chunk k is input chunk k
class BufferLayout {
 public:
  BufferLayout(Collective collective, bool in_place, std::uint32_t ranks,
               std::int64_t chunks_per_loop);
  explicit BufferLayout(const Schedule& schedule);

  /// The chunks of one rank's part.
  [[nodiscard]] std::int64_t share() const { return share_; }
  /// Must chunks_per_loop be a multiple of the number of ranks?
  [[nodiscard]] bool needs_equal_shares() const;
  /// The size that the collective gives to the input or output; nothing where it is free.
  [[nodiscard]] std::optional<std::int64_t> full_size(Buffer buffer) const;
  /// How many chunks of `buffer` the steps of a rank may name.
  [[nodiscard]] std::int64_t size(const BufferChunks& declared, Buffer buffer) const;
  /// The same chunk under the one name that stands for its memory.
  [[nodiscard]] ChunkRange resolve(base::RankId rank, ChunkRange range) const;

 private:
  Collective collective_;
  bool in_place_;
  std::int64_t chunks_per_loop_;
  std::int64_t share_;
};

}  // namespace heliograph::testbenches
