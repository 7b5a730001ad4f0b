// SPDX-License-Identifier: Apache-2.0
// Topologies, the load that rounds put on them, and what no routing can do better.
#include "testbenches/planning/round_cost.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <stdexcept>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/concurrent_flow.hpp"
#include "testbenches/planning/reconfiguration_cost.hpp"

namespace heliograph::testbenches {
namespace {

using base::RankCircuit;
using base::RankId;

RoundFlows flows_of_algorithm(const std::string& name, std::uint32_t ranks) {
  const base::SourceLocation here{"test", 0, 0};
  const Algorithm algorithm = find_algorithm(name, here);
  CollectiveRequest request;
  request.op = algorithm.operations.front();
  request.ranks = ranks;
  return flows_of(*make_collective(algorithm, request, here), algorithm.receive_ports());
}

/// Every rank sends one chunk `distance` further on.
FlowPattern shift(std::uint32_t ranks, std::uint32_t distance) {
  FlowPattern flows;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    flows.push_back({rank, (rank + distance) % ranks, 1});
  }
  return flows;
}

FlowPattern all_pairs(std::uint32_t ranks) {
  FlowPattern flows;
  for (std::uint32_t from = 0; from < ranks; ++from) {
    for (std::uint32_t to = 0; to < ranks; ++to) {
      if (from != to) {
        flows.push_back({from, to, 1});
      }
    }
  }
  return flows;
}

TEST_CASE("topologies have the circuits and ports that their names say") {
  CHECK(RankTopology::ring(8).circuits().size() == 16);
  CHECK(RankTopology::ring(8).degree() == 2);
  CHECK(RankTopology::ring(2).circuits().size() == 2);
  CHECK(RankTopology::ring(2).degree() == 1);
  CHECK(RankTopology::ring(1).circuits().empty());
  CHECK(RankTopology::ring_one_way(5).circuits().size() == 5);
  CHECK(RankTopology::ring_one_way(5).degree() == 1);
  const RankTopology torus = RankTopology::torus({4, 4});
  CHECK(torus.name() == "torus 4 x 4");
  CHECK(torus.circuits().size() == 64);
  CHECK(torus.degree() == 4);
  CHECK(torus.contains({RankId{0}, RankId{12}}));
  CHECK(torus.contains({RankId{0}, RankId{3}}));
  CHECK_FALSE(torus.contains({RankId{0}, RankId{5}}));
  CHECK(RankTopology::torus({2, 3}).degree() == 3);  // of two ranks one circuit each way
  CHECK(RankTopology::full_mesh(6).circuits().size() == 30);
  CHECK(RankTopology::full_mesh(6).degree() == 5);
  CHECK(RankTopology::none(6).degree() == 0);
  CHECK_THROWS_AS(RankTopology::torus({}), std::invalid_argument);
  CHECK_THROWS_AS(RankTopology::torus({4, 0}), std::invalid_argument);
  CHECK_THROWS_AS(RankTopology::of_circuits("t", 2, {{RankId{0}, RankId{2}}}),
                  std::invalid_argument);
  CHECK_THROWS_AS(RankTopology::of_circuits("t", 2, {{RankId{1}, RankId{1}}}),
                  std::invalid_argument);
  const RankTopology twice = RankTopology::of_circuits(
      "t", 3, {{RankId{0}, RankId{1}}, {RankId{0}, RankId{2}}, {RankId{0}, RankId{1}}});
  CHECK(twice.circuits().size() == 2);
  CHECK(twice.degree() == 2);
  CHECK(twice.first_out(3) == 2);
}

TEST_CASE("rounds of flows are those of the schedule, equal ones stored once") {
  const RoundFlows ring = flows_of_algorithm("ring", 16);
  CHECK(ring.rounds.size() == 30);
  REQUIRE(ring.patterns.size() == 1);
  CHECK(ring.patterns.front() == shift(16, 1));
  const RoundFlows halving = flows_of_algorithm("halving_doubling", 16);
  CHECK(halving.rounds.size() == 8);
  CHECK(halving.patterns.size() == 4);
  CHECK(halving.rounds[3] == halving.rounds[4]);
  CHECK(largest_flow(halving.round(0)) == 8);
  CHECK(degree_of(flows_of_algorithm("direct", 6).round(0)) == 5);
  const RoundFlows given = flows_of(3, {{{1, 2, 3}, {0, 1, 2}, {1, 2, 4}, {2, 2, 9}}});
  CHECK(given.round(0) == FlowPattern{{0, 1, 2}, {1, 2, 7}});
  CHECK_THROWS_AS(flows_of(3, {{{0, 3, 1}}}), std::invalid_argument);
}

TEST_CASE("1,024 ranks of a ring in rounds take one pattern") {
  const RoundFlows ring = flows_of_algorithm("ring", 1024);
  CHECK(ring.rounds.size() == 2046);
  CHECK(ring.patterns.size() == 1);
}

TEST_CASE("dilation and congestion of closed forms") {
  FlowRouter router;
  // Recursive doubling on a ring: both 2^k.
  for (std::uint32_t distance = 1; distance < 32; distance *= 2) {
    FlowPattern flows;
    for (std::uint32_t rank = 0; rank < 32; ++rank) {
      flows.push_back({rank, rank ^ distance, 5});
    }
    const auto load = router.route(RankTopology::ring(32), flows);
    REQUIRE(load);
    CHECK(load->hops == distance);
    CHECK(load->most_chunks == 5 * std::int64_t{distance});
  }
  // A shift by d on a one-way ring: d over every circuit; on a full mesh 1.
  const auto shifted = router.route(RankTopology::ring_one_way(9), shift(9, 7));
  CHECK(shifted->hops == 7);
  CHECK(shifted->most_chunks == 7);
  CHECK(router.route(RankTopology::full_mesh(9), all_pairs(9))->most_chunks == 1);
  // All pairs on a ring of odd size: n^2 - 1 over 8.
  CHECK(router.route(RankTopology::ring(9), all_pairs(9))->most_chunks == 10);
  CHECK(router.route(RankTopology::ring(9), {})->hops == 0);
  CHECK_FALSE(router.route(RankTopology::none(4), {{2, 1, 1}}));
  CHECK(router.stuck() == RankFlow{2, 1, 1});
  CHECK(router.way(RankTopology::ring(6), 5, 1) ==
        std::vector<RankCircuit>{{RankId{5}, RankId{0}}, {RankId{0}, RankId{1}}});
  CHECK(router.way(RankTopology::none(3), 0, 1).empty());
}

TEST_CASE("the load of a round is that of its flows' ways, walked one by one") {
  rc::check([] {
    const auto ranks = static_cast<std::uint32_t>(*rc::gen::inRange(2, 12));
    std::vector<RankCircuit> circuits;
    const int count = *rc::gen::inRange(1, 40);
    for (int k = 0; k < count; ++k) {
      const auto from = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1000)) % ranks;
      const auto to = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1000)) % ranks;
      if (from != to) {
        circuits.push_back({RankId{from}, RankId{to}});
      }
    }
    const RankTopology topology = RankTopology::of_circuits("random", ranks, circuits);
    FlowPattern raw;
    for (int k = *rc::gen::inRange(0, 12); k > 0; --k) {
      raw.push_back({static_cast<std::uint32_t>(*rc::gen::inRange(0, 1000)) % ranks,
                     static_cast<std::uint32_t>(*rc::gen::inRange(0, 1000)) % ranks,
                     *rc::gen::inRange(1, 9)});
    }
    const FlowPattern flows = flows_of(ranks, {raw}).round(0);
    FlowRouter router;
    const auto load = router.route(topology, flows);
    std::vector<std::int64_t> carried(topology.circuits().size(), 0);
    std::size_t hops = 0;
    bool reachable = true;
    for (const RankFlow& flow : flows) {
      const auto way = FlowRouter().way(topology, flow.from, flow.to);
      reachable = reachable && !way.empty();
      hops = std::max(hops, way.size());
      for (const RankCircuit circuit : way) {
        const auto at =
            std::lower_bound(topology.circuits().begin(), topology.circuits().end(), circuit);
        carried[static_cast<std::size_t>(at - topology.circuits().begin())] += flow.chunks;
      }
    }
    RC_ASSERT(load.has_value() == reachable);
    if (reachable) {
      RC_ASSERT(load->hops == hops);
      const std::int64_t most =
          carried.empty() ? 0 : *std::max_element(carried.begin(), carried.end());
      RC_ASSERT(load->most_chunks == (flows.empty() ? 0 : most));
      // What cuts say, each a bound of its own, and the routing itself keep the flow's bound.
      const auto bound = bound_congestion(topology, flows);
      RC_ASSERT(bound->least_chunks <= bound->reached_chunks * (1 + 1e-9));
      RC_ASSERT(bound->least_chunks <= static_cast<double>(load->most_chunks) * (1 + 1e-9));
      for (std::uint32_t set = 1; set + 1 < (1U << ranks); ++set) {
        const auto crosses = [set](std::size_t from, std::size_t to) {
          return (set >> from & 1U) != 0 && (set >> to & 1U) == 0;
        };
        std::int64_t demand = 0;
        for (const RankFlow& flow : flows) {
          demand += crosses(flow.from, flow.to) ? flow.chunks : 0;
        }
        const auto width = std::count_if(
            topology.circuits().begin(), topology.circuits().end(), [&](RankCircuit circuit) {
              return crosses(base::index(circuit.from), base::index(circuit.to));
            });
        if (demand > 0) {
          RC_ASSERT(bound->reached_chunks * (1 + 1e-9) >=
                    static_cast<double>(demand) / static_cast<double>(width));
        }
      }
    }
  });
}

TEST_CASE("the least congestion of closed forms") {
  const auto check = [](const RankTopology& topology, const FlowPattern& flows, double exact,
                        double gap) {
    const auto bound = bound_congestion(topology, flows);
    REQUIRE(bound);
    INFO(topology.name());
    CHECK(bound->least_chunks <= exact * (1 + 1e-9));
    CHECK(bound->reached_chunks >= exact * (1 - 1e-9));
    CHECK(bound->least_chunks >= exact * (1 - gap));
    CHECK(bound->reached_chunks <= exact * (1 + gap));
  };
  // Where all circuits are alike: demand times distance over the circuits.
  check(RankTopology::ring(9), all_pairs(9), 10.0, 1e-9);
  check(RankTopology::full_mesh(7), all_pairs(7), 1.0, 1e-9);
  check(RankTopology::ring_one_way(9), shift(9, 7), 7.0, 1e-9);
  // Half way round a ring, both ways are equal: n/2 hops of n flows over 2 n circuits.
  check(RankTopology::ring(8), shift(8, 4), 2.0, 0.02);
  // All pairs of a 4 x 4 torus: each rank is 32 hops from the 15 others, over 4 circuits.
  check(RankTopology::torus({4, 4}), all_pairs(16), 8.0, 0.02);
  // One flow over the two ways round a ring, 4 over each. Shortest ways alone would give 8.
  check(RankTopology::ring(6), {{0, 1, 8}}, 4.0, 0.03);
  CHECK(bound_congestion(RankTopology::ring(4), {})->least_chunks == 0);
  CHECK_FALSE(bound_congestion(RankTopology::none(4), {{0, 1, 1}}));
}

TEST_CASE("a round's time is alpha, hops and bytes, and adds up") {
  RoundCostModel model;
  model.alpha_us = 2;
  model.hop_us = 0.5;
  model.circuit_GBps = 100;
  model.chunk_bytes = 1e6;
  RouteLoad load;
  load.hops = 3;
  load.most_chunks = 5;
  RankTopology ring = RankTopology::ring(8);
  PlanTime split = round_time(model, ring, load, 2);
  CHECK(split.start_up_us == 2);
  CHECK(split.dilation_us == 1);
  CHECK(split.serialisation_us == Approx(20));
  CHECK(split.congestion_us == Approx(30));
  CHECK(split.total_us() == Approx(53));
  ring.set_bandwidth_scale(0.5);
  CHECK(round_time(model, ring, load, 2).congestion_us == Approx(60));
  CHECK(round_time(model, ring, {}, 0).total_us() == 0);
  split += split;
  CHECK(split.total_us() == Approx(106));
}

TEST_CASE("a change costs what its circuits and cells say, and nothing where nothing changes") {
  const RankTopology ring = RankTopology::ring(6);
  const RankTopology up = RankTopology::ring_one_way(6);
  const RankTopology pair = RankTopology::of_circuits("pair", 6, {{RankId{0}, RankId{3}}});
  ReconfigurationTimes times{2.0, 0.25, 0.125};
  const AffineReconfiguration laser(times);
  CHECK(laser.time_us(ring, ring) == 0);
  CHECK(laser.time_us(ring, up) == 2.0);  // takes circuits away only
  CHECK(laser.time_us(up, ring) == 2.0 + 6 * 0.25);
  CHECK(laser.time_us(ring, pair) == 2.25);
  const AffineReconfiguration mesh(times, [](const RankTopology& from, const RankTopology& to) {
    return static_cast<std::int64_t>(from.circuits().size() + to.circuits().size());
  });
  CHECK(mesh.time_us(ring, pair) == 2.25 + 13 * 0.125);
  CHECK(mesh.time_us(pair, pair) == 0);
}

}  // namespace
}  // namespace heliograph::testbenches
