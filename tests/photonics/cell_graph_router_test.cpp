// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/routing/benes_router.hpp"
#include "photonics/routing/cell_graph_router.hpp"
#include "tests/photonics/netlist_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::PortId;

namespace {

PortId port(std::size_t i) { return static_cast<PortId>(i); }

Matching matching_of(const std::vector<std::size_t>& outputs) {
  Matching matching(outputs.size());
  for (std::size_t input = 0; input < outputs.size(); ++input) {
    matching.connect(port(input), port(outputs[input]));
  }
  return matching;
}

std::vector<std::size_t> permutation(std::size_t ports, base::RandomStream& random) {
  std::vector<std::size_t> outputs(ports);
  std::iota(outputs.begin(), outputs.end(), std::size_t{0});
  for (std::size_t i = ports; i > 1; --i) {
    std::swap(outputs[i - 1],
              outputs[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  }
  return outputs;
}

Matching thinned(Matching matching, double keep, base::RandomStream& random) {
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (random.uniform() >= keep) {
      matching.disconnect(port(input));
    }
  }
  return matching;
}

/// `present` with some circuits gone and the free ports joined at random.
Matching modified(const Matching& present, base::RandomStream& random) {
  Matching matching = thinned(present, 0.6, random);
  for (std::size_t tries = 0; tries < matching.ports(); ++tries) {
    const std::vector<std::size_t> ends = permutation(matching.ports(), random);
    if (matching.can_connect(port(ends[0]), port(ends[1]))) {
      matching.connect(port(ends[0]), port(ends[1]));
    }
  }
  return matching;
}

std::vector<CellState> random_states(std::size_t cells, base::RandomStream& random) {
  std::vector<CellState> states(cells);
  for (CellState& state : states) {
    state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
  }
  return states;
}

bool carries(const SwitchFabric& fabric, const Matching& matching,
             const std::vector<CellState>& states) {
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    const auto output = matching.output_of(port(input));
    if (output && fabric.trace(port(input), states).output != *output) {
      return false;
    }
  }
  return true;
}

/// The routed output gets all of the light: ideal cells.
bool shines(const SwitchFabric& fabric, const Matching& matching,
            const std::vector<CellState>& states) {
  const Eigen::MatrixXcd field = fabric.port_matrix(nominal_phases(fabric, states));
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    const auto output = matching.output_of(port(input));
    if (output && std::abs(std::norm(field(static_cast<Eigen::Index>(base::index(*output)),
                                           static_cast<Eigen::Index>(input))) -
                           1.0) > 1e-9) {
      return false;
    }
  }
  return true;
}

/// Three columns of two cells, joined straight: input 0 never reaches output 2.
CellGraph two_lanes() {
  CellGraph graph;
  graph.inputs = {CellRail{base::CellId{0}, 0}, CellRail{base::CellId{0}, 1},
                  CellRail{base::CellId{1}, 0}, CellRail{base::CellId{1}, 1}};
  graph.after = {{WayEnd(port(0)), WayEnd(port(1))}, {WayEnd(port(2)), WayEnd(port(3))}};
  return graph;
}

}  // namespace

TEST_CASE("search routes every permutation of 4 through a netlist, by trace and by light") {
  const NetlistFabric fabric(good_plan_of({benes_netlist(4, "interferometer", {})}));
  const CellGraphRouter router(fabric.graph());
  const BenesRouter benes(4);
  std::vector<std::size_t> outputs{0, 1, 2, 3};
  int count = 0;
  do {
    const Matching wanted = matching_of(outputs);
    for (const CellState cold : {CellState::bar, CellState::cross}) {
      const std::vector<CellState> before(6, cold);
      const RoutingResult found = router.route(wanted, Matching(4), before);
      CHECK(carries(fabric, wanted, found.states));
      CHECK(shines(fabric, wanted, found.states));
      // What the looping algorithm finds goes through the netlist too.
      CHECK(shines(fabric, wanted, benes.route(wanted, Matching(4), before).states));
      // And what is there needs no change.
      CHECK(router.route(wanted, wanted, found.states).changed.empty());
    }
    ++count;
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  CHECK(count == 24);
}

TEST_CASE("search routes random matchings on Benes graphs and promises what other routers do") {
  base::RandomStream random(61, "graph router");
  for (const std::size_t n : {8, 16, 32}) {
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, {});
    const CellGraphRouter router(fabric.graph());
    for (int round = 0; round < (n == 8 ? 400 : n == 16 ? 60 : 10); ++round) {
      const std::vector<CellState> before = random_states(fabric.cells(), random);
      const Matching wanted =
          thinned(matching_of(permutation(n, random)), round % 2 == 0 ? 1.0 : 0.6, random);
      const RoutingResult found = router.route(wanted, Matching(n), before);
      CHECK(carries(fabric, wanted, found.states));
      CHECK(found.disturbed_inputs.empty());
      const RoutingResult again = router.route(wanted, Matching(n), before);
      CHECK(again.states == found.states);
    }
  }
}

TEST_CASE("search keeps the circuits that stay on their paths, and lists those that move") {
  base::RandomStream random(67, "graph router chains");
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  const CellGraphRouter router(fabric.graph());
  std::vector<CellState> states(fabric.cells(), CellState::bar);
  Matching present(8);
  std::size_t moved = 0;
  std::size_t stayed = 0;
  for (int round = 0; round < 400; ++round) {
    const Matching wanted = modified(present, random);
    const RoutingResult found = router.route(wanted, present, states);
    REQUIRE(carries(fabric, wanted, found.states));
    for (std::size_t input = 0; input < 8; ++input) {
      const PathTrace before = fabric.trace(port(input), states);
      const PathTrace after = fabric.trace(port(input), found.states);
      const bool stays = wanted.output_of(port(input)) &&
                         wanted.output_of(port(input)) == present.output_of(port(input));
      bool same = true;
      for (std::size_t hop = 0; hop < before.hops.size(); ++hop) {
        same = same && before.hops[hop].cell == after.hops[hop].cell &&
               before.hops[hop].state == after.hops[hop].state;
      }
      const bool listed = std::find(found.disturbed_inputs.begin(), found.disturbed_inputs.end(),
                                    port(input)) != found.disturbed_inputs.end();
      CHECK(listed == (stays && !same));
      stayed += stays ? 1 : 0;
      moved += listed ? 1 : 0;
    }
    states = found.states;
    present = wanted;
  }
  CHECK(stayed > 500);
  CHECK(moved < stayed / 2);
}

TEST_CASE("a matching that no states realise is refused with its circuits") {
  const CellGraphRouter router(two_lanes());
  Matching wanted(4);
  wanted.connect(port(0), port(2));
  CHECK_THROWS_WITH(router.route(wanted, Matching(4), std::vector<CellState>(2)),
                    "no states of the fabric's cells realise the circuits 0 to 2 together");
  // Each for itself could go, but not both.
  CellGraph one;
  one.inputs = {CellRail{base::CellId{0}, 0}, CellRail{base::CellId{0}, 1},
                CellRail{base::CellId{1}, 1}};
  one.after = {{WayEnd(port(0)), WayEnd(CellRail{base::CellId{1}, 0})},
               {WayEnd(port(1)), WayEnd(port(2))}};
  const CellGraphRouter blocked(one);
  CHECK_NOTHROW(blocked.route(matching_of({0, 1, 2}), Matching(3), std::vector<CellState>(2)));
  Matching both(3);
  both.connect(port(0), port(1));
  both.connect(port(1), port(2));
  CHECK_THROWS_AS(blocked.route(both, Matching(3), std::vector<CellState>(2)), RoutingFailed);
}

TEST_CASE("a search that runs out of steps says so") {
  const CellGraphRouter router(make_layout(Topology::benes, 8).graph, 1);
  CHECK_THROWS_WITH(
      router.route(matching_of({7, 6, 5, 4, 3, 2, 1, 0}), Matching(8), std::vector<CellState>(20)),
      Catch::Contains("gave up after 1 steps"));
}

TEST_CASE("the search refuses graphs and arguments that do not fit") {
  CellGraph twice = two_lanes();
  twice.inputs[1] = twice.inputs[0];
  CHECK_THROWS_AS(CellGraphRouter(twice), std::invalid_argument);
  CellGraph ring = two_lanes();
  std::swap(ring.inputs[1], ring.after[0][1]);
  CHECK_THROWS_AS(CellGraphRouter(ring), std::invalid_argument);
  const CellGraphRouter router(two_lanes());
  CHECK_THROWS_AS(router.route(Matching(3), Matching(4), std::vector<CellState>(2)),
                  std::invalid_argument);
  CHECK_THROWS_AS(router.route(Matching(4), Matching(4), std::vector<CellState>(1)),
                  std::invalid_argument);
}
