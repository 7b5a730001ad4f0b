// SPDX-License-Identifier: Apache-2.0
// Any bytes as an algorithm in MSCCL XML: it is read or refused, and what is read can be judged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/diagnostics.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace {

using namespace heliograph;

/// A few bytes can ask for 2^24 chunks a buffer; such schedules are judged in bounded memory too
/// (schedule_checker.hpp), but not thousands of times a second.
constexpr std::int64_t kMostChunks = 1 << 14;
constexpr std::uint32_t kMostRanks = 64;

bool is_small(const testbenches::Schedule& schedule) {
  if (schedule.ranks() > kMostRanks) {
    return false;
  }
  std::int64_t chunks = schedule.chunks_per_loop();
  for (std::uint32_t r = 0; r < schedule.ranks(); ++r) {
    const testbenches::BufferChunks buffers = schedule.buffer_chunks(static_cast<base::RankId>(r));
    chunks += buffers.input + buffers.output + buffers.scratch;
  }
  return chunks <= kMostChunks;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const std::unique_ptr<testbenches::ExplicitSchedule> schedule =
        testbenches::parse_msccl(text, "fuzz.xml");
    if (is_small(*schedule)) {
      const testbenches::CheckReport report = testbenches::check_schedule(*schedule);
      if (!report.correct() && report.fault->text.empty()) {
        std::abort();
      }
    }
  } catch (const base::InputError& fault) {
    if (!fault.diagnostics().has_errors()) {
      std::abort();
    }
  }
  return 0;
}
