// SPDX-License-Identifier: Apache-2.0
// Collectives on an ideal switch against the alpha-beta closed forms of their algorithms.
#include <catch2/catch.hpp>

#include <map>

#include "testbenches/collectives/algorithm_list.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

constexpr std::uint32_t kSizes[] = {2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 64, 130};

// A message's way but for its bytes: two links, the switch, and the header that it looks at.
constexpr std::int64_t kAlpha = 2 * 100'000 + 500'000 + 1'000;
// A chunk is one frame of 4096 bytes at 128 Gb/s.
constexpr std::int64_t kChunkBytes = 4096;
constexpr std::int64_t kBeta = 256'000;

struct Outcome {
  std::int64_t time = 0;     ///< ps, without copies and reductions
  std::int64_t formula = 0;  ///< ps
};

testbenches::CollectiveRequest request_of(const testbenches::Algorithm& algorithm,
                                          std::uint32_t ranks) {
  testbenches::CollectiveRequest request;
  request.op = algorithm.operations.front();
  request.ranks = ranks;
  return request;
}

Outcome outcome(const testbenches::Algorithm& algorithm, std::uint32_t ranks) {
  const testbenches::CollectiveRequest request = request_of(algorithm, ranks);
  const std::int64_t chunks = algorithm.make(request)->chunks_per_loop();
  const testbenches::CollectiveCost cost = algorithm.cost(request);
  const platforms::MemoryFiles files(std::map<std::string, std::string>{
      {"ideal.yaml",
       "platform:\n"
       "  network: ideal_switch\n"
       "  accelerators: " +
           std::to_string(ranks) +
           "\n"
           "  accelerator: {memory_latency_ns: 0, copy_GBps: 1e6, reduce_GBps: 1e6}\n"
           "  nic: {doorbell_ns: 0, processing_ns: 0}\n"
           "  electrical: {tx_latency_ns: 0, rx_latency_ns: 0, hop_latency_ns: 500,\n"
           "    propagation_ns: 100, frame_payload_bytes: 4096, frame_overhead_bytes: 0,\n"
           "    line_rate_Gbps: 128, switching: cut_through}\n"
           "workload:\n"
           "  generator: " +
           std::string(algorithm.name) +
           "\n"
           "  op: " +
           std::string(to_string(request.op)) +
           "\n"
           "  ranks: " +
           std::to_string(ranks) +
           "\n"
           "  bytes: " +
           std::to_string(chunks * kChunkBytes) +
           "\n"
           "  verify_data: false\n"
           "fidelity: trains\n"
           "observe: {timeline: false}\n"}});
  testbenches::Simulation simulation(platforms::read_scenario("ideal.yaml", {}, files));
  const testbenches::RunResult result = simulation.run();
  REQUIRE(result.completed);
  return {(result.completion - result.split.computation).count(),
          cost.rounds * kAlpha + cost.serial_chunks * kBeta};
}

bool is_power_of_two(std::uint32_t n) { return (n & (n - 1)) == 0; }

/// Calls `check(ranks, outcome)` for all sizes that the algorithm admits.
template <class Check>
void for_sizes(std::string_view name, Check&& check) {
  const testbenches::Algorithm algorithm = testbenches::find_algorithm(name, {});
  for (const std::uint32_t ranks : kSizes) {
    if (algorithm.admits(request_of(algorithm, ranks))) {
      CAPTURE(name, ranks);
      check(ranks, outcome(algorithm, ranks));
    }
  }
}

void equals_everywhere(std::string_view name) {
  for_sizes(name, [](std::uint32_t /*ranks*/, Outcome run) { CHECK(run.time == run.formula); });
}

void equals_at_powers_of_two(std::string_view name) {
  for_sizes(name, [](std::uint32_t ranks, Outcome run) {
    if (is_power_of_two(ranks)) {
      CHECK(run.time == run.formula);
    }
  });
}

}  // namespace

TEST_CASE("rings, buckets and hierarchies take their alpha-beta time on an ideal switch") {
  equals_everywhere("ring");
  equals_everywhere("bucket");
  equals_everywhere("hierarchical");
}

TEST_CASE("direct exchanges and bruck take their alpha-beta time on an ideal switch") {
  equals_everywhere("direct");
  equals_everywhere("bruck");
}

TEST_CASE("lumorph2 and lumorph4 take their alpha-beta time on an ideal switch") {
  equals_everywhere("lumorph2");
  equals_everywhere("lumorph4");
}

TEST_CASE("halving, doubling and trees take their alpha-beta time where no rank is left over") {
  equals_at_powers_of_two("recursive_doubling");
  equals_at_powers_of_two("halving_doubling");
  equals_at_powers_of_two("tree");
}

TEST_CASE("a rank that sits out a round robin comes a message early at one peer") {
  for_sizes("round_robin", [](std::uint32_t ranks, Outcome run) {
    CHECK(run.time - run.formula == (ranks % 2 == 0 ? 0 : kBeta));
  });
}

TEST_CASE("the two directions of a bidirectional ring overlap from round to round") {
  // The second direction's message leaves behind the first one's, once: the rounds of either then
  // follow each other without waiting for the other's, as long as a round's way is longer.
  for_sizes("bidirectional_ring", [](std::uint32_t ranks, Outcome run) {
    const std::int64_t rounds = 2 * (std::int64_t{ranks} - 1);
    CHECK(run.time == rounds * (kAlpha + kBeta) + kBeta);
  });
}
