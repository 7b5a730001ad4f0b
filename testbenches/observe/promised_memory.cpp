// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/promised_memory.hpp"

#include <utility>

namespace heliograph::testbenches {

namespace {

MemoryPlacement placement_of(const Program& program, std::size_t part) {
  MemoryPlacement placement;
  placement.ranks = program.part(part).ranks;
  placement.offsets.reserve(placement.ranks.size());
  for (const base::RankId rank : placement.ranks) {
    const BufferChunks first = program.offset(part, rank);
    placement.offsets.push_back({program.chunk_bytes() * first.input,
                                 program.chunk_bytes() * first.output,
                                 program.chunk_bytes() * first.scratch});
  }
  return placement;
}

}  // namespace

PromisedMemory::PromisedMemory(const ProvenWorkload& workload) {
  for (std::size_t p = 0; p < workload.parts().size(); ++p) {
    const ProvenWorkload::Part& part = workload.parts()[p];
    if (part.schedule == nullptr) {
      continue;
    }
    const Program* const program = workload.program();
    promises_.push_back(
        {RankMemory(*part.schedule, part.bytes,
                    program == nullptr ? MemoryPlacement{} : placement_of(*program, p)),
         part.root, program == nullptr ? std::string() : part.name});
  }
}

void PromisedMemory::fill(platforms::Platform& platform) const {
  for (const Promise& promise : promises_) {
    promise.memory.fill(platform);
  }
}

std::optional<std::string> PromisedMemory::find_difference(platforms::Platform& platform) const {
  for (const Promise& promise : promises_) {
    if (auto difference = promise.memory.find_difference(platform, promise.root)) {
      return promise.name.empty() ? difference : promise.name + ": " + *difference;
    }
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
