// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <stdexcept>

#include "systemc/control/behavioural/islip_matching.hpp"
#include "tests/systemc/control/scheduler/matching_cases.hpp"

namespace heliograph::systemc::test {
namespace {

TEST_CASE("a scheduler's decision is a matching among the requests, and maximal where it says so") {
  CHECK(rc::check("random requests", [] {
    const unsigned ports = *rc::gen::inRange(2U, 33U);
    const auto algorithm = static_cast<MatchingAlgorithm>(*rc::gen::inRange(0, 3));
    const unsigned iterations = *rc::gen::inRange(1U, 33U);
    std::mt19937 random(*rc::gen::inRange(0U, 1000000U));
    const auto matching = make_circuit_matching(algorithm, ports, iterations);
    const bool maximal = algorithm != MatchingAlgorithm::islip || iterations >= ports;
    for (unsigned i = 0; i < 50; ++i) {
      const PortRows requests = random_requests(random, ports, i % 5);
      const PortRows granted = matching->match(requests);
      RC_ASSERT(is_matching_among(granted, requests));
      RC_ASSERT(is_empty(requests) == is_empty(granted));
      if (maximal) RC_ASSERT(is_maximal(granted, requests));
      RC_ASSERT(matching->match(requests) == granted);  // pointers move on acceptance only
      if (random() % 4 != 0) matching->accept();
    }
  }));
}

TEST_CASE(
    "under full load the rotating schedulers grant each pair once in as many decisions as ports") {
  const auto algorithm = GENERATE(MatchingAlgorithm::round_robin, MatchingAlgorithm::wavefront);
  const unsigned ports = GENERATE(2U, 5U, 8U, 32U);
  const auto matching = make_circuit_matching(algorithm, ports, 1);
  for (unsigned turn = 0; turn < 3 * ports; ++turn) {
    PortRows seen{};
    for (unsigned i = 0; i < ports; ++i) {
      const PortRows granted = matching->match(full_load(ports));
      matching->accept();
      for (unsigned src = 0; src < ports; ++src) {
        CHECK((seen[src] & granted[src]) == 0);
        seen[src] |= granted[src];
      }
    }
    CHECK(seen == full_load(ports));
  }
}

// McKeown 1999, section III: pointers that move only for accepted grants fall out of step with each
// other, and from then on all ports are matched in every slot, with a single iteration.
TEST_CASE(
    "under full load one iteration of iSLIP comes to match all ports, each pair equally often") {
  const unsigned ports = GENERATE(2U, 4U, 8U, 16U, 32U);
  const auto matching = make_circuit_matching(MatchingAlgorithm::islip, ports, 1);
  const unsigned transient = ports * ports;
  std::vector<unsigned> times(std::size_t{ports} * ports, 0);
  for (unsigned i = 0; i < transient + 5 * ports; ++i) {
    const PortRows granted = matching->match(full_load(ports));
    matching->accept();
    if (i < transient) continue;
    for (unsigned src = 0; src < ports; ++src) {
      REQUIRE(granted[src] != 0);
      for (unsigned dst = 0; dst < ports; ++dst)
        times[src * ports + dst] += granted[src] >> dst & 1U;
    }
  }
  CHECK(times == std::vector<unsigned>(times.size(), 5));
}

/// Cells that arrive at each input with probability `load` in a slot, for an output drawn evenly,
/// and wait in a queue of their own for each output. Served of those that arrived, once warm.
double carried(CircuitMatching& matching, unsigned ports, double load, unsigned slots) {
  std::mt19937 random(7);
  std::vector<unsigned> queue(std::size_t{ports} * ports, 0);
  const auto threshold = static_cast<std::uint32_t>(load * 4294967296.0);
  std::uint64_t arrived = 0;
  std::uint64_t served = 0;
  for (unsigned slot = 0; slot < 2 * slots; ++slot) {
    PortRows requests{};
    for (unsigned src = 0; src < ports; ++src) {
      if (random() < threshold) {
        ++queue[src * ports + random() % ports];
        if (slot >= slots) ++arrived;
      }
      for (unsigned dst = 0; dst < ports; ++dst) {
        if (queue[src * ports + dst] != 0) requests[src] |= std::uint32_t{1} << dst;
      }
    }
    const PortRows granted = matching.match(requests);
    matching.accept();
    for (unsigned bit = 0; bit < ports * ports; ++bit) {
      if ((granted[bit / ports] >> bit % ports & 1U) == 0) continue;
      --queue[bit];
      if (slot >= slots) ++served;
    }
  }
  return static_cast<double>(served) / static_cast<double>(arrived);
}

// A single iteration of random matching would carry 1 - 1/e = 63 % (McKeown 1999, section II).
TEST_CASE("one iteration of iSLIP carries uniform traffic at a load of 0.95") {
  const auto matching = make_circuit_matching(MatchingAlgorithm::islip, 8, 1);
  CHECK(carried(*matching, 8, 0.95, 20'000) > 0.99);
}

TEST_CASE("a scheduler with impossible parameters is refused") {
  CHECK_THROWS_AS(make_circuit_matching(MatchingAlgorithm::round_robin, 1, 1),
                  std::invalid_argument);
  CHECK_THROWS_AS(make_circuit_matching(MatchingAlgorithm::wavefront, 33, 1),
                  std::invalid_argument);
  CHECK_THROWS_AS(make_circuit_matching(MatchingAlgorithm::islip, 8, 0), std::invalid_argument);
  CHECK_THROWS_AS(make_circuit_matching(MatchingAlgorithm::islip, 8, 33), std::invalid_argument);
  IslipMatching islip(4, 1);
  CHECK_THROWS_AS(islip.set_pointers({0, 0, 0, 0, 0, 0, 0, 4}), std::invalid_argument);
  CHECK_THROWS_AS(islip.set_pointers({0}), std::invalid_argument);
}

}  // namespace
}  // namespace heliograph::systemc::test
