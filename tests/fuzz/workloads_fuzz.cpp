// SPDX-License-Identifier: Apache-2.0
// Any bytes as a workload of several parts; the first byte chooses the reader. It is read or
// refused, and what is read makes a program.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/file_source.hpp"
#include "testbenches/formats/chakra_reader.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/workloads/chakra_program.hpp"
#include "testbenches/workloads/flow_reader.hpp"
#include "testbenches/workloads/job_reader.hpp"

namespace {

using namespace heliograph;

constexpr std::uint32_t kRanks = 8;
constexpr std::size_t kMostParts = 64;
constexpr std::int64_t kMostChunks = 1 << 12;

/// Traces of several ranks, parted by the bytes 0x00 0xff.
std::unique_ptr<testbenches::Program> chakra(std::string_view bytes) {
  constexpr std::string_view kCut{"\x00\xff", 2};
  std::vector<testbenches::ChakraTrace> traces;
  std::vector<std::string> files;
  while (traces.size() < kRanks) {
    const std::size_t cut = bytes.find(kCut);
    files.push_back("t." + std::to_string(traces.size()) + ".et");
    traces.push_back(testbenches::parse_chakra(bytes.substr(0, cut), files.back()));
    if (cut == std::string_view::npos) {
      break;
    }
    bytes.remove_prefix(cut + kCut.size());
  }
  return testbenches::chakra_program(traces, files, kRanks);
}

std::unique_ptr<testbenches::Program> read(char reader, std::string_view text) {
  if (reader == 'j') {
    const platforms::MemoryFiles files({{"jobs.yaml", std::string(text)}});
    return testbenches::read_jobs("jobs.yaml", kRanks, files);
  }
  if (reader == 'f') {
    return testbenches::parse_flows(text, "list.flows", kRanks);
  }
  return chakra(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const std::unique_ptr<testbenches::Program> program = read(bytes[0], bytes.substr(1));
    if (program->parts() <= kMostParts && program->chunks_per_loop() <= kMostChunks) {
      const testbenches::CheckReport report = testbenches::check_schedule(*program);
      if (!report.correct()) {
        std::abort();  // parts that are right alone are right together
      }
    }
  } catch (const base::InputError& fault) {
    if (!fault.diagnostics().has_errors()) {
      std::abort();
    }
  }
  return 0;
}
