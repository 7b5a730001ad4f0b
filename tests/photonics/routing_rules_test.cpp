// SPDX-License-Identifier: Apache-2.0
// The rules by which topologies are routed without search, each for itself: a router would make up
// for a rule that is wrong.
#include <memory>
#include <set>

#include <catch2/catch.hpp>

#include "photonics/fabric/topology.hpp"
#include "photonics/routing/benes_router.hpp"
#include "photonics/routing/direct_rule.hpp"
#include "photonics/routing/exchange.hpp"
#include "photonics/routing/sorting_rule.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// All circuits arrive; with `one_signal` none meets another in a cell.
bool carries(const CellGraph& graph, const Matching& wanted, const std::vector<CellState>& states,
             bool one_signal) {
  std::set<base::CellId> passed;
  for (std::size_t input = 0; input < wanted.ports(); ++input) {
    const auto output = wanted.output_of(port(input));
    if (!output) {
      continue;
    }
    const CellWalk way = walk(graph, port(input), states);
    if (way.output != *output) {
      return false;
    }
    for (const PathHop& hop : way.hops) {
      if (!passed.insert(hop.cell).second && one_signal) {
        return false;
      }
    }
  }
  return true;
}

/// Chains of changes, each from what the rule said before, and now and then from any states.
void check_rule(const CellGraph& graph, const RoutingRule& rule, bool one_signal,
                base::RandomStream& random) {
  const std::size_t n = graph.ports();
  std::vector<CellState> states = random_states(graph.cells(), random);
  Matching present(n);
  for (int i = 0; i < 40; ++i) {
    if (i % 10 == 9) {
      states = random_states(graph.cells(), random);
    }
    const Matching wanted =
        i % 4 == 0 ? random_matching(n, 1.0, random) : modified(present, 0.8, random);
    const RoutingRequest request{wanted, present, states};
    const RoutingTask task(graph, request);
    const std::vector<CellState> found = rule.states_for(task);
    REQUIRE(carries(graph, wanted, found, one_signal));
    states = task.result_of(found).states;
    REQUIRE(carries(graph, wanted, states, one_signal));
    present = wanted;
  }
}

}  // namespace

TEST_CASE("looping routes all matchings, and one signal a cell in the dilated fabric") {
  base::RandomStream random(157, "looping rules");
  for (const std::size_t n : {2, 4, 8, 16, 32, 64}) {
    check_rule(make_layout(Topology::benes, n).graph, BenesRule(n), false, random);
    check_rule(make_layout(Topology::dilated_benes, n).graph, DilatedBenesRule(n), true, random);
  }
}

TEST_CASE("sorting routes all matchings by itself") {
  base::RandomStream random(163, "sorting rule");
  for (const Topology topology : {Topology::planar, Topology::reck}) {
    for (const std::size_t n : {2, 3, 5, 8, 16, 33, 64}) {
      const CellGraph graph = make_layout(topology, n).graph;
      const SortingRule rule(light_order(graph));
      check_rule(graph, rule, false, random);
      const std::vector<CellState> any = random_states(graph.cells(), random);
      const RoutingRequest request{random_matching(n, 0.7, random), Matching(n), any};
      const RoutingTask task(graph, request);
      CHECK(carries(graph, request.wanted, rule.sorted_states(task), false));
    }
  }
}

TEST_CASE("direct rules route all matchings, each circuit by its own way") {
  base::RandomStream random(167, "direct rules");
  for (const Topology topology :
       {Topology::crossbar, Topology::piloss, Topology::switch_and_select}) {
    for (const std::size_t n : {2, 3, 5, 8, 16}) {
      const FabricLayout layout = make_layout(topology, n);
      const DirectRule rule = topology == Topology::switch_and_select
                                  ? DirectRule::by_only_way(layout.graph)
                                  : DirectRule::by_one_turn(layout.graph, layout.idle);
      for (int i = 0; i < 40; ++i) {
        // From no circuits: whatever the states are, all go by their own ways.
        const Matching wanted = random_matching(n, 0.8, random);
        const RoutingRequest request{wanted, Matching(n),
                                     random_states(layout.graph.cells(), random)};
        const std::vector<CellState> found = rule.states_for(RoutingTask(layout.graph, request));
        REQUIRE(carries(layout.graph, wanted, found, false));
        for (std::size_t input = 0; input < n; ++input) {
          if (const auto output = wanted.output_of(port(input))) {
            const std::vector<PathHop> way = walk(layout.graph, port(input), found).hops;
            const std::vector<PathHop>& own = rule.way(port(input), *output);
            REQUIRE(way.size() == own.size());
            for (std::size_t hop = 0; hop < way.size(); ++hop) {
              REQUIRE(way[hop].cell == own[hop].cell);
              REQUIRE(way[hop].state == own[hop].state);
            }
          }
        }
      }
    }
  }
  // Cell (i, j) of a crossbar makes the circuit from i to j, and is the only one in bar.
  const FabricLayout crossbar = make_layout(Topology::crossbar, 5);
  const DirectRule rule = DirectRule::by_one_turn(crossbar.graph, crossbar.idle);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      for (const PathHop& hop : rule.way(port(i), port(j))) {
        CHECK((hop.state == CellState::bar) == (base::index(hop.cell) == 5 * i + j));
      }
    }
  }
  // The rules see that a fabric is not of their kind.
  const FabricLayout planar = make_layout(Topology::planar, 4);
  CHECK_THROWS_AS(DirectRule::by_one_turn(planar.graph, planar.idle), std::invalid_argument);
  CHECK_THROWS_WITH(DirectRule::by_only_way(make_layout(Topology::benes, 4).graph),
                    Catch::StartsWith("a second way from input 0"));
}

TEST_CASE("a circuit that is not on its own way stays there as long as no other minds") {
  // In a crossbar of two, 0 goes down column 0, back into row 1 and down column 1: three cells in
  // bar.
  const FabricLayout layout = make_layout(Topology::crossbar, 2);
  const DirectRule rule = DirectRule::by_one_turn(layout.graph, layout.idle);
  const std::vector<CellState> states{CellState::bar, CellState::cross, CellState::bar,
                                      CellState::bar};
  Matching one(2);
  one.connect(port(0), port(1));
  REQUIRE(walk(layout.graph, port(0), states).output == port(1));
  const RoutingRequest stay{one, one, states};
  CHECK(rule.states_for(RoutingTask(layout.graph, stay)) == states);
  // As a new circuit it goes by its own way.
  const RoutingRequest anew{one, Matching(2), states};
  const std::vector<CellState> own = rule.states_for(RoutingTask(layout.graph, anew));
  CHECK(own[0] == CellState::cross);
  CHECK(own[1] == CellState::bar);
}

TEST_CASE("exchanges arrive, and move no circuit but those that help another") {
  base::RandomStream random(173, "exchanges");
  for (const Topology topology : {Topology::planar, Topology::reck, Topology::benes}) {
    const CellGraph graph = make_layout(topology, 8).graph;
    int found = 0;
    std::size_t changed = 0;
    for (int i = 0; i < 300; ++i) {
      const std::vector<CellState> states = random_states(graph.cells(), random);
      // All that the states carry, with two outputs exchanged.
      Matching present(8);
      std::vector<std::size_t> outputs;
      for (std::size_t input = 0; input < 8; ++input) {
        outputs.push_back(base::index(walk(graph, port(input), states).output.value()));
        present.connect(port(input), port(outputs.back()));
      }
      const std::size_t a = below(8, random);
      const std::size_t b = (a + 1 + below(7, random)) % 8;
      std::swap(outputs[a], outputs[b]);
      RoutingRequest request{matching_of(outputs), present, states};
      for (std::size_t input = 0; input < 8; ++input) {
        if (input != a && input != b && random.uniform() < 0.5) {
          request.untouchable.push_back(port(input));
        }
      }
      const RoutingTask task(graph, request);
      const auto exchanged = exchanged_states(task);
      if (exchanged) {
        ++found;
        const RoutingResult result = task.result_of(*exchanged);
        REQUIRE(task.fulfilled_by(result));
        changed += result.changed.size();
        CHECK(result.disturbed_inputs.size() <= 1);
        CHECK(result.changed.size() <= 3);
      }
    }
    INFO(found << " of 300 found, " << changed << " cells changed");
    CHECK(found > 100);
  }
}
