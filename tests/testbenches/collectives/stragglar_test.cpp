// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <set>
#include <string>
#include <vector>

#include "testbenches/collectives/ring.hpp"
#include "testbenches/collectives/stragglar.hpp"
#include "testbenches/collectives/straggler_rounds.hpp"

namespace heliograph::testbenches {
namespace {

std::string text_of(const StragglerPair& pair) {
  const auto chunk = [](std::optional<std::uint32_t> sent) {
    return sent ? std::to_string(*sent) : std::string("-");
  };
  return (pair.fresh ? "*" : "") + std::to_string(pair.first) + ":" + std::to_string(pair.second) +
         " " + chunk(pair.first_sends) + "/" + chunk(pair.second_sends);
}

TEST_CASE("StragglAR of 8 ranks has the published rounds") {
  // The output of the authors' script for n = 8, by pair and the chunks that each sends.
  const std::vector<std::vector<std::string>> published{
      {"*0:7 0/0"},
      {"*1:7 1/1", "0:3 0/-"},
      {"*2:7 2/2", "1:4 1/-", "0:5 0/-", "3:6 0/-"},
      {"*3:7 3/3", "4:0 1/0", "5:1 0/1", "6:2 0/2"},
      {"*4:7 4/4", "5:2 1/2", "6:0 2/1", "1:3 1/3"},
      {"*5:7 5/5", "6:1 2/3", "0:3 2/3", "2:4 2/4"},
      {"*6:7 6/6", "0:2 3/4", "1:4 3/4", "3:5 3/5"},
      {"0:3 4/5", "1:5 4/5", "2:6 4/6", "4:7 -/6"},
      {"0:2 5/6", "1:4 5/6", "3:6 5/6", "5:7 -/6"}};
  std::vector<std::vector<std::string>> made;
  for (const std::vector<StragglerPair>& pairs : straggler_rounds(8)) {
    made.emplace_back();
    for (const StragglerPair& pair : pairs) {
      made.back().push_back(text_of(pair));
    }
  }
  CHECK(made == published);
}

TEST_CASE("StragglAR's rounds are matchings, give what is held and complete all chunks") {
  for (const std::uint32_t ranks : {4U, 6U, 8U, 10U, 12U, 16U, 32U, 48U, 64U}) {
    INFO(ranks);
    const auto rounds = straggler_rounds(ranks);
    std::vector<std::set<std::uint32_t>> holds(ranks);
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      std::set<std::uint32_t> busy;
      const auto before = holds;
      for (const StragglerPair& pair : rounds[round]) {
        REQUIRE(busy.insert(pair.first).second);
        REQUIRE(busy.insert(pair.second).second);
        if (pair.fresh) {
          REQUIRE((pair.first == round && pair.second == ranks - 1));
          holds[pair.first].insert(*pair.first_sends);
          holds[pair.second].insert(*pair.second_sends);
          continue;
        }
        if (pair.first_sends) {
          REQUIRE(before[pair.first].count(*pair.first_sends) == 1);
          holds[pair.second].insert(*pair.first_sends);
        }
        if (pair.second_sends) {
          REQUIRE(before[pair.second].count(*pair.second_sends) == 1);
          holds[pair.first].insert(*pair.second_sends);
        }
      }
    }
    for (const std::set<std::uint32_t>& held : holds) {
      CHECK(held.size() == ranks - 1);
    }
  }
}

TEST_CASE("StragglAR needs the published number of rounds") {
  // Powers of two: n - 2 + log2 n. 6 and 12: by maximum-weight matching in the paper.
  CHECK(straggler_rounds(4).size() == 4);
  CHECK(straggler_rounds(6).size() == 7);
  CHECK(straggler_rounds(8).size() == 9);
  CHECK(straggler_rounds(12).size() == 15);
  CHECK(straggler_rounds(16).size() == 18);
  CHECK(straggler_rounds(256).size() == 262);
}

TEST_CASE("StragglAR's second phase is as much faster than a ring as published") {
  // alpha = 3 us, 450 GiB/s, 1 GiB: 1.13 times for 4 ranks, 1.36 times for 8 (reference model).
  const auto speed_up = [](std::uint32_t ranks) {
    constexpr double kAlpha = 3e-6;
    constexpr double kBuffer = 1.0 / 450;  // seconds for the whole buffer
    CollectiveRequest request;
    request.ranks = ranks;
    const CollectiveCost all = stragglar_algorithm().cost(request);
    const double rounds = static_cast<double>(all.rounds) - (ranks - 2);
    const CollectiveCost ring = ring_algorithm().cost(request);
    const double ring_time = static_cast<double>(ring.rounds) * kAlpha +
                             static_cast<double>(ring.serial_chunks) / ranks * kBuffer;
    return ring_time / (rounds * kAlpha + rounds / (ranks - 1) * kBuffer);
  };
  CHECK(speed_up(4) == Approx(1.13).margin(0.005));
  CHECK(speed_up(8) == Approx(1.36).margin(0.005));
}

}  // namespace
}  // namespace heliograph::testbenches
