// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/buffer_layout.hpp"

#include <algorithm>

namespace heliograph::testbenches {

BufferLayout::BufferLayout(Collective collective, bool in_place, std::uint32_t ranks,
                           std::int64_t chunks_per_loop)
    : collective_(collective),
      in_place_(in_place),
      chunks_per_loop_(chunks_per_loop),
      share_(ranks == 0 ? 0 : chunks_per_loop / ranks) {}

BufferLayout::BufferLayout(const Schedule& schedule)
    : BufferLayout(schedule.collective(), schedule.in_place(), schedule.ranks(),
                   schedule.chunks_per_loop()) {}

bool BufferLayout::needs_equal_shares() const {
  return collective_ == Collective::all_gather || collective_ == Collective::reduce_scatter ||
         collective_ == Collective::all_to_all;
}

std::optional<std::int64_t> BufferLayout::full_size(Buffer buffer) const {
  if (buffer == Buffer::scratch || collective_ == Collective::custom) {
    return std::nullopt;
  }
  const bool split_input = collective_ == Collective::all_gather && buffer == Buffer::input;
  const bool split_output = collective_ == Collective::reduce_scatter && buffer == Buffer::output;
  return split_input || split_output ? share_ : chunks_per_loop_;
}

std::int64_t BufferLayout::size(const BufferChunks& declared, Buffer buffer) const {
  if (buffer == Buffer::scratch) {
    return declared.scratch;
  }
  if (!in_place_) {
    return buffer == Buffer::input ? declared.input : declared.output;
  }
  const std::int64_t larger = std::max(declared.input, declared.output);
  const std::optional<std::int64_t> full = full_size(buffer);
  return full && larger > 0 ? *full : larger;
}

ChunkRange BufferLayout::resolve(base::RankId rank, ChunkRange range) const {
  if (!in_place_ || range.buffer == Buffer::scratch) {
    return range;
  }
  const std::int64_t own_part = static_cast<std::int64_t>(base::index(rank)) * share_;
  if (collective_ == Collective::all_gather) {
    return range.buffer == Buffer::input ? ChunkRange{Buffer::output, own_part + range.offset}
                                         : range;
  }
  if (range.buffer == Buffer::input) {
    return range;
  }
  const bool scattered = collective_ == Collective::reduce_scatter;
  return {Buffer::input, range.offset + (scattered ? own_part : 0)};
}

}  // namespace heliograph::testbenches
