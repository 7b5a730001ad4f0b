// SPDX-License-Identifier: Apache-2.0
// Graphs of meshes and where light goes in them.
#include <set>

#include "photonics/fabric/topology.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;

TEST_CASE("mesh trace: the published example on Smartlight") {
  // PUCs 0x 6x 10x 16= 20= 19x lead from port 0 to port 5, whatever the others do.
  const MeshGraph graph(layout_of(MeshOutline::smartlight).graph);
  for (const CellState others : {CellState::bar, CellState::cross}) {
    std::vector<CellState> states(graph.cells(), others);
    for (const std::size_t cross : {0, 6, 10, 19}) {
      states[cross] = CellState::cross;
    }
    states[16] = states[20] = CellState::bar;
    const MeshRoute route = route_from(graph, port(0), states);
    CHECK(route.to == port(5));
    std::vector<std::size_t> cells;
    for (const PathHop& hop : route.hops) {
      cells.push_back(base::index(hop.cell));
    }
    CHECK(cells == std::vector<std::size_t>{0, 6, 10, 16, 20, 19});
  }
}

TEST_CASE("mesh trace: every setting joins all ports in pairs, and uses every waveguide once") {
  base::RandomStream random(base::kDefaultSeed, "mesh trace");
  for (const MeshOutline outline : all_mesh_outlines()) {
    INFO(to_string(outline));
    const MeshLayout layout = layout_of(outline, 5, 4);
    const MeshGraph graph(layout.graph);
    CHECK(2 * graph.waveguides() == graph.terminals() + graph.ports());
    CHECK(graph.parity_is_fixed() == (layout.lattice != MeshLattice::triangular));
    for (int i = 0; i < 20; ++i) {
      std::vector<CellState> states(graph.cells());
      for (CellState& state : states) {
        state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
      }
      const MeshTrace trace = trace_routes(graph, states);
      std::size_t passes = 0;
      for (std::size_t p = 0; p < graph.ports(); ++p) {
        const std::size_t other = base::index(trace.partner[p]);
        CHECK(other != p);
        CHECK(trace.partner[other] == port(p));
        // By the graph of the fabric, which has rails and directions.
        const CellWalk there = walk(layout.graph, port(p), states);
        CHECK(there.output == trace.partner[p]);
        CHECK(there.hops.size() == trace.cells[p]);
        const MeshRoute route = route_from(graph, port(p), states);
        CHECK(route.to == trace.partner[p]);
        CHECK(route.cells() == trace.cells[p]);
        passes += trace.cells[p];
      }
      passes /= 2;
      for (const auto& loop : trace.loops) {
        passes += loop.size();
      }
      CHECK(passes == 2 * graph.cells());  // each cell has two ways through it
    }
  }
}

TEST_CASE("mesh trace: all in bar, every polygon is a closed loop") {
  // 17 hexagons; the outer ways are no loops.
  const MeshGraph graph(layout_of(MeshOutline::smartlight).graph);
  const std::vector<CellState> bar(graph.cells(), CellState::bar);
  const MeshTrace trace = trace_routes(graph, bar);
  CHECK(trace.loops.size() == 17);
  for (const auto& loop : trace.loops) {
    CHECK(std::set<CellId>(loop.begin(), loop.end()).size() == 6);
  }
  CHECK(trace_routes(graph, std::vector<CellState>(graph.cells(), CellState::cross)).loops.empty());
}

TEST_CASE("mesh trace: a cell in two states is an error, and so is what does not fit") {
  const MeshGraph graph(layout_of(MeshOutline::smartlight).graph);
  std::vector<CellState> states(graph.cells(), CellState::cross);
  const MeshRoute one = route_from(graph, port(0), states);
  MeshRoute other = one;
  CHECK_NOTHROW(states_of_routes(graph, {one, other}));
  other.hops.back().state = CellState::bar;
  CHECK_THROWS_WITH(states_of_routes(graph, {one, other}),
                    "cell " + std::to_string(base::index(other.hops.back().cell)) +
                        " is wanted in bar and in cross");
  CHECK_THROWS_AS(route_from(graph, port(40), states), std::invalid_argument);
  states.pop_back();
  CHECK_THROWS_WITH(trace_routes(graph, states), "states of 71 cells, where the mesh has 72");
  // Light goes one way through a feed-forward fabric.
  CHECK_THROWS_AS(MeshGraph(make_layout(Topology::benes, 4).graph), std::invalid_argument);
}
