// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/matching_cover.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/collectives/ring.hpp"

namespace heliograph::testbenches {
namespace {

using base::RankCircuit;
using base::RankId;

/// Every circuit in exactly one matching, no port used twice, and as few as the degree allows.
void check_cover(const std::vector<RankCircuit>& circuits, std::uint32_t ports) {
  const MatchingCover cover = cover_by_matchings(circuits, ports);
  std::vector<RankCircuit> all;
  for (const std::vector<RankCircuit>& matching : cover.matchings) {
    std::map<RankId, std::uint32_t> out;
    std::map<RankId, std::uint32_t> in;
    for (const RankCircuit circuit : matching) {
      CHECK(++out[circuit.from] <= ports);
      CHECK(++in[circuit.to] <= ports);
      all.push_back(circuit);
    }
    CHECK(std::is_sorted(matching.begin(), matching.end()));
  }
  std::sort(all.begin(), all.end());
  CHECK(all == cover.circuits);
  // The degree, counted independently, is a lower bound.
  std::map<RankId, std::uint32_t> out;
  std::map<RankId, std::uint32_t> in;
  std::uint32_t degree = 0;
  for (const RankCircuit circuit : cover.circuits) {
    degree = std::max({degree, ++out[circuit.from], ++in[circuit.to]});
  }
  CHECK(cover.degree == degree);
  CHECK(cover.matchings.size() == (degree + ports - 1) / ports);
}

TEST_CASE("random circuits are covered by as few matchings as their degree") {
  std::mt19937_64 engine(5);
  for (int turn = 0; turn < 60; ++turn) {
    const std::uint64_t ranks = 2 + engine() % 24;
    const std::uint64_t count = 1 + engine() % (ranks * ranks);
    std::vector<RankCircuit> circuits;
    for (std::uint64_t k = 0; k < count; ++k) {
      circuits.push_back({RankId{static_cast<std::uint32_t>(engine() % ranks)},
                          RankId{static_cast<std::uint32_t>(engine() % ranks)}});
    }
    INFO(turn);
    check_cover(circuits, 1 + static_cast<std::uint32_t>(engine() % 4));
  }
}

TEST_CASE("the circuits of schedules are covered by their closed forms") {
  CHECK(cover_by_matchings(circuits_of(*make_ring_all_reduce(9))).matchings.size() == 1);
  const base::SourceLocation here{"test", 0, 0};
  CollectiveRequest direct;
  direct.op = CollectiveOp::all_to_all;
  direct.ranks = 9;
  const auto all_to_all =
      circuits_of(*make_collective(find_algorithm("direct", here), direct, here));
  CHECK(all_to_all.size() == 9 * 8);
  CHECK(cover_by_matchings(all_to_all).matchings.size() == 8);
  CHECK(cover_by_matchings(all_to_all, 3).matchings.size() == 3);
  CollectiveRequest request;
  request.ranks = 64;
  const auto halving = make_collective(find_algorithm("halving_doubling", here), request, here);
  CHECK(cover_by_matchings(circuits_of(*halving)).matchings.size() == 6);
  const auto quartering = make_collective(find_algorithm("lumorph4", here), request, here);
  CHECK(cover_by_matchings(circuits_of(*quartering), 3).matchings.size() == 3);
}

TEST_CASE("no circuits need no matching, and no ports carry none") {
  CHECK(cover_by_matchings({}).matchings.empty());
  CHECK_THROWS_AS(cover_by_matchings({}, 0), std::invalid_argument);
}

}  // namespace
}  // namespace heliograph::testbenches
