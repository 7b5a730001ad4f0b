// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "platforms/build/platform.hpp"
#include "testbenches/schedule/buffer_layout.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Where the ranks of a schedule sit in a machine, and where their buffers begin.
struct MemoryPlacement {
  struct Offsets {
    base::Bytes input;
    base::Bytes output;
    base::Bytes scratch;
  };
  /// By rank of the schedule. Empty: rank r is the machine's rank r, and buffers begin at their
  /// bases.
  std::vector<base::RankId> ranks;
  std::vector<Offsets> offsets;
};

/// Where the chunks of a schedule lie in the memory of a rank, what they hold before the run, and
/// what they must hold after it. A chunk has ceil(bytes / chunks_per_loop) bytes.
class RankMemory {
 public:
  /// `schedule` must outlive this. Precondition: bytes >= schedule.chunks_per_loop().
  RankMemory(const Schedule& schedule, base::Bytes bytes, MemoryPlacement placement = {});

  [[nodiscard]] base::Bytes chunk_bytes() const { return chunk_bytes_; }
  [[nodiscard]] base::Bytes size(std::int64_t chunks) const { return chunk_bytes_ * chunks; }
  [[nodiscard]] std::uint64_t address(base::RankId rank, ChunkRange range) const;

  /// Fills every rank's input with a pattern of its own.
  void fill(platforms::Platform& platform) const;
  /// Compares every promised chunk with the sum, byte by byte modulo 256, of what it should be made
  /// of. Returns the first difference in words, or nothing.
  [[nodiscard]] std::optional<std::string> find_difference(platforms::Platform& platform,
                                                           base::RankId root) const;

 private:
  [[nodiscard]] systemc::Memory& memory(platforms::Platform& platform, base::RankId rank) const;
  void input_chunk(base::RankId rank, std::int64_t chunk, std::vector<std::uint8_t>& bytes) const;

  const Schedule& schedule_;
  BufferLayout layout_;
  base::Bytes chunk_bytes_;
  MemoryPlacement placement_;
};

}  // namespace heliograph::testbenches
