// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/rank_memory.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "systemc/nic/nic_driver.hpp"
#include "testbenches/schedule/collective_promise.hpp"

namespace heliograph::testbenches {

namespace {

std::uint64_t base_of(Buffer buffer) {
  switch (buffer) {
    case Buffer::input:
      return systemc::RankMemoryMap::kInput;
    case Buffer::output:
      return systemc::RankMemoryMap::kOutput;
    case Buffer::scratch:
      break;
  }
  return systemc::RankMemoryMap::kScratch;
}

/// A byte that depends on all of rank, chunk and position (a multiplicative hash; the constant is
/// 2^64 over the golden ratio, as in Fibonacci hashing).
std::uint8_t pattern(std::uint64_t rank, std::uint64_t chunk, std::uint64_t position) {
  const std::uint64_t mixed =
      (rank * 1000003U + chunk * 8191U + position + 1U) * 0x9E37'79B9'7F4A'7C15ULL;
  return static_cast<std::uint8_t>(mixed >> 56U);
}

}  // namespace

RankMemory::RankMemory(const Schedule& schedule, base::Bytes bytes, MemoryPlacement placement)
    : schedule_(schedule),
      layout_(schedule),
      chunk_bytes_(base::units_to_cover(bytes, base::Bytes(schedule.chunks_per_loop()))),
      placement_(std::move(placement)) {}

std::uint64_t RankMemory::address(base::RankId rank, ChunkRange range) const {
  const ChunkRange place = layout_.resolve(rank, range);
  base::Bytes offset = size(place.offset);
  if (!placement_.offsets.empty()) {
    const MemoryPlacement::Offsets& first = placement_.offsets[base::index(rank)];
    offset += place.buffer == Buffer::input    ? first.input
              : place.buffer == Buffer::output ? first.output
                                               : first.scratch;
  }
  return base_of(place.buffer) + static_cast<std::uint64_t>(offset.count());
}

systemc::Memory& RankMemory::memory(platforms::Platform& platform, base::RankId rank) const {
  const base::RankId at = placement_.ranks.empty() ? rank : placement_.ranks[base::index(rank)];
  return platform.node(at).accelerator.memory;
}

void RankMemory::input_chunk(base::RankId rank, std::int64_t chunk,
                             std::vector<std::uint8_t>& bytes) const {
  bytes.resize(static_cast<std::size_t>(chunk_bytes_.count()));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = pattern(base::index(rank), static_cast<std::uint64_t>(chunk), i);
  }
}

void RankMemory::fill(platforms::Platform& platform) const {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t r = 0; r < schedule_.ranks(); ++r) {
    const auto rank = static_cast<base::RankId>(r);
    const std::int64_t chunks = layout_.size(schedule_.buffer_chunks(rank), Buffer::input);
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      input_chunk(rank, chunk, bytes);
      memory(platform, rank)
          .write(address(rank, {Buffer::input, chunk}), bytes.data(), bytes.size());
    }
  }
}

std::optional<std::string> RankMemory::find_difference(platforms::Platform& platform,
                                                       base::RankId root) const {
  CollectivePromise promise(schedule_);
  promise.set_root(root);
  std::vector<std::uint8_t> held(static_cast<std::size_t>(chunk_bytes_.count()));
  std::vector<std::uint8_t> wanted;
  std::vector<std::uint8_t> part;
  for (std::uint32_t r = 0; r < schedule_.ranks(); ++r) {
    const auto rank = static_cast<base::RankId>(r);
    for (std::int64_t chunk = 0; chunk < promise.chunks(rank); ++chunk) {
      const PromisedValue value = promise.value(rank, chunk);
      wanted.assign(held.size(), 0);
      for (std::uint32_t from = 0; from < schedule_.ranks(); ++from) {
        if (!value.over_all_ranks && static_cast<base::RankId>(from) != value.rank) {
          continue;
        }
        input_chunk(static_cast<base::RankId>(from), value.chunk, part);
        std::transform(
            wanted.begin(), wanted.end(), part.begin(), wanted.begin(),
            [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + b); });
      }
      memory(platform, rank).read(address(rank, {Buffer::output, chunk}), held.data(), held.size());
      if (held != wanted) {
        return "output chunk " + std::to_string(chunk) + " of rank " + std::to_string(r) +
               " does not hold " + describe(value, schedule_.ranks());
      }
    }
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
