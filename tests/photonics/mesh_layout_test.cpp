// SPDX-License-Identifier: Apache-2.0
// Outlines of recirculating meshes: counts against closed forms and Euler's formula, the Smartlight
// chip against its published table.
#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "tests/photonics/smartlight_table.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;
using base::PortId;

namespace {

struct Counts {
  std::size_t cells, vertices, ports;

  friend bool operator==(const Counts& a, const Counts& b) {
    return a.cells == b.cells && a.vertices == b.vertices && a.ports == b.ports;
  }
};

Counts counts_of(const MeshLayout& layout) {
  return {layout.graph.cells(), layout.vertices, layout.graph.ports()};
}

Counts counts_of(MeshOutline outline, std::size_t rows, std::size_t columns = 1) {
  return counts_of(make_mesh_layout(MeshShape{outline, rows, columns}));
}

std::tuple<std::size_t, bool, std::size_t> key(const MeshTerminal& t) {
  return {base::index(t.cell), t.right, t.rail};
}

/// What every mesh keeps to, whatever its outline.
void check_sound(const MeshLayout& layout) {
  const std::size_t cells = layout.graph.cells();
  REQUIRE(layout.places.size() == cells);
  REQUIRE(layout.cell_names.size() == cells);
  REQUIRE(layout.drawing.cells.size() == cells);
  REQUIRE(layout.drawing.ways.size() == cells);
  REQUIRE(layout.drawing.input_ways.size() == layout.ports.size());
  REQUIRE(layout.drawing.inputs.size() == layout.ports.size());
  REQUIRE(layout.drawing.outputs.size() == layout.ports.size());
  REQUIRE(layout.graph.ports() == layout.ports.size());
  // Every terminal is joined once or is one port.
  std::set<std::tuple<std::size_t, bool, std::size_t>> used;
  for (const auto& [a, b] : layout.joins) {
    CHECK(used.insert(key(a)).second);
    CHECK(used.insert(key(b)).second);
    // What leaves by one enters by the other, both ways.
    CHECK(layout.graph.after[base::index(a.cell)][leaving_rail(a)] == WayEnd(entering(b)));
    CHECK(layout.graph.after[base::index(b.cell)][leaving_rail(b)] == WayEnd(entering(a)));
  }
  for (std::size_t port = 0; port < layout.ports.size(); ++port) {
    const MeshTerminal& t = layout.ports[port];
    CHECK(used.insert(key(t)).second);
    CHECK(layout.graph.inputs[port] == WayEnd(entering(t)));
    CHECK(layout.graph.after[base::index(t.cell)][leaving_rail(t)] ==
          WayEnd(static_cast<PortId>(port)));
  }
  CHECK(used.size() == 4 * cells);
  std::set<std::pair<std::size_t, std::size_t>> places;
  for (const CellPlace& place : layout.places) {
    CHECK(places.insert({place.column, place.row}).second);
  }
  // Drawn in the plane: nothing crosses, and every way begins and ends at its rails.
  CHECK(count_crossings(layout.drawing).total == 0);
  const auto drawn = [&](const CellRail& at, bool leaving) {
    const DrawnCell& cell = layout.drawing.cells[base::index(at.cell)];
    return (at.rail < 2) == leaving ? cell.right[at.rail % 2] : cell.left[at.rail % 2];
  };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      const DrawnWay& way = layout.drawing.ways[cell][rail];
      const WayEnd& end = layout.graph.after[cell][rail];
      REQUIRE(way.size() >= 2);
      CHECK(way.front() == drawn({static_cast<CellId>(cell), rail}, true));
      if (const auto* to = std::get_if<CellRail>(&end)) {
        CHECK(way.back() == drawn(*to, false));
      } else {
        CHECK(way.back() == layout.drawing.outputs[base::index(std::get<PortId>(end))]);
      }
    }
  }
  // No two ends of rails or ports on the same spot, so that all can be seen.
  std::set<std::pair<int, int>> spots;
  for (const DrawnCell& cell : layout.drawing.cells) {
    for (const auto& side : {cell.left, cell.right}) {
      for (const DrawingPoint& p : side) {
        CHECK(spots.insert({p.x, p.y}).second);
      }
    }
  }
  for (const DrawingPoint& p : layout.drawing.inputs) {
    CHECK(spots.insert({p.x, p.y}).second);
  }
}

/// The least number of cells from one port to each port, whatever the states; 0 where there is no
/// way.
std::vector<std::size_t> cells_to(const CellGraph& graph, std::size_t from) {
  std::vector<std::size_t> result(graph.ports(), 0);
  std::vector<std::array<std::size_t, kCellRails>> seen(graph.cells());
  std::queue<CellRail> open;
  const auto reach = [&](const WayEnd& end, std::size_t cells) {
    if (const auto* at = std::get_if<CellRail>(&end)) {
      std::size_t& here = seen[base::index(at->cell)][at->rail];
      if (here == 0) {
        here = cells + 1;
        open.push(*at);
      }
    } else if (const auto* port = std::get_if<PortId>(&end)) {
      std::size_t& here = result[base::index(*port)];
      here = here == 0 ? cells : here;
    }
  };
  reach(graph.inputs[from], 0);
  while (!open.empty()) {
    const CellRail at = open.front();
    open.pop();
    const std::size_t cells = seen[base::index(at.cell)][at.rail];
    reach(graph.next(at, CellState::bar), cells);
    reach(graph.next(at, CellState::cross), cells);
  }
  return result;
}

}  // namespace

TEST_CASE("square meshes have 2RC + R + C cells and 4(R + C) ports") {
  CHECK(counts_of(MeshOutline::square, 1, 1) == Counts{4, 4, 8});
  CHECK(counts_of(MeshOutline::square, 2, 2) == Counts{12, 9, 16});
  CHECK(counts_of(MeshOutline::square, 4, 4) == Counts{40, 25, 32});  // LightIN
  for (std::size_t r = 1; r <= 9; ++r) {
    for (std::size_t c = 1; c <= 9; ++c) {
      CAPTURE(r, c);
      CHECK(counts_of(MeshOutline::square, r, c) ==
            Counts{2 * r * c + r + c, (r + 1) * (c + 1), 4 * (r + c)});
    }
  }
}

TEST_CASE("hexagonal meshes of rows have 3RC + 2R + 2C - 1 cells and 4(R + C + 1) ports") {
  for (const MeshOutline outline : {MeshOutline::hexagonal, MeshOutline::hexagonal_offset}) {
    CHECK(counts_of(outline, 1, 1) == Counts{6, 6, 12});
    CHECK(counts_of(outline, 2, 2) == Counts{19, 16, 20});
    CHECK(counts_of(outline, 3, 3) == Counts{38, 30, 28});
    CHECK(counts_of(outline, 4, 4) == Counts{63, 48, 36});
    CHECK(counts_of(outline, 4, 8) == Counts{119, 88, 52});
    CHECK(counts_of(outline, 5, 5) == Counts{94, 70, 44});
    for (std::size_t r = 1; r <= 8; ++r) {
      for (std::size_t c = 1; c <= 8; ++c) {
        CAPTURE(r, c);
        CHECK(counts_of(outline, r, c) ==
              Counts{3 * r * c + 2 * r + 2 * c - 1, 2 * r * c + 2 * r + 2 * c, 4 * (r + c + 1)});
      }
    }
  }
}

TEST_CASE("hexagonal meshes of rings have 9L^2 - 3L cells and 12L ports") {
  CHECK(counts_of(MeshOutline::hexagonal_rings, 1) == Counts{6, 6, 12});
  CHECK(counts_of(MeshOutline::hexagonal_rings, 2) == Counts{30, 24, 24});
  CHECK(counts_of(MeshOutline::hexagonal_rings, 3) == Counts{72, 54, 36});
  CHECK(counts_of(MeshOutline::hexagonal_rings, 4) == Counts{132, 96, 48});
  for (std::size_t l = 1; l <= 8; ++l) {
    CAPTURE(l);
    CHECK(counts_of(MeshOutline::hexagonal_rings, l) ==
          Counts{9 * l * l - 3 * l, 6 * l * l, 12 * l});
  }
}

TEST_CASE("triangular meshes have 3RC + R + C cells and 4(R + C) ports") {
  CHECK(counts_of(MeshOutline::triangular, 1, 1) == Counts{5, 4, 8});
  CHECK(counts_of(MeshOutline::triangular, 2, 3) == Counts{23, 12, 20});
  for (std::size_t r = 1; r <= 8; ++r) {
    for (std::size_t c = 1; c <= 8; ++c) {
      CAPTURE(r, c);
      CHECK(counts_of(MeshOutline::triangular, r, c) ==
            Counts{3 * r * c + r + c, (r + 1) * (c + 1), 4 * (r + c)});
    }
  }
}

TEST_CASE("joins agree with Euler's formula and with the degrees of the vertices") {
  for (std::size_t r = 1; r <= 6; ++r) {
    for (std::size_t c = 1; c <= 6; ++c) {
      for (const MeshOutline outline :
           {MeshOutline::square, MeshOutline::hexagonal, MeshOutline::hexagonal_offset,
            MeshOutline::hexagonal_rings, MeshOutline::triangular}) {
        const MeshLayout layout = make_mesh_layout(MeshShape{outline, r, c});
        INFO(to_string(outline) << " " << r << " x " << c);
        const std::size_t e = layout.graph.cells();
        const std::size_t v = layout.vertices;
        CHECK(4 * e == 2 * layout.joins.size() + layout.graph.ports());
        if (layout.lattice == MeshLattice::hexagonal) {
          // Vertices of two and of three edges: 2E = 2 V2 + 3 V3, with 1 and 3 joins each.
          const std::size_t v3 = 2 * e - 2 * v;
          CHECK(layout.joins.size() == 3 * v3 + (v - v3));
          CHECK(layout.graph.ports() == 2 * (v - v3));
        } else {
          // E - V + 1 faces, with a join in each corner; none outside.
          const std::size_t corners = outline == MeshOutline::square ? 4 : 3;
          CHECK(layout.joins.size() == corners * (e - v + 1));
        }
      }
    }
  }
}

TEST_CASE("the Smartlight outline has the published cells, joins and ports") {
  const MeshLayout layout = make_mesh_layout(MeshShape{});
  CHECK(counts_of(layout) == Counts{72, 56, 40});
  CHECK(layout.joins.size() == 124);
  std::map<SmartlightTerminal, std::vector<MeshTerminal>> at;
  for (std::size_t puc = 0; puc < smartlight_pucs().size(); ++puc) {
    const auto terminals = smartlight_terminals(smartlight_pucs()[puc]);
    const auto ends = smartlight_ends(puc);
    for (std::size_t k = 0; k < 4; ++k) {
      at[terminals[k]].push_back(ends[k]);
    }
  }
  CHECK(at.size() == 164);
  const auto pair_of = [](const MeshTerminal& a, const MeshTerminal& b) {
    return std::make_pair(std::min(key(a), key(b)), std::max(key(a), key(b)));
  };
  std::set<std::pair<decltype(key({})), decltype(key({}))>> published;
  std::set<decltype(key({}))> outside;
  for (const auto& [terminal, ends] : at) {
    REQUIRE(ends.size() <= 2);
    if (ends.size() == 2) {
      published.insert(pair_of(ends[0], ends[1]));
    } else {
      outside.insert(key(ends[0]));
    }
  }
  CHECK(outside.size() == 40);
  std::set<std::pair<decltype(key({})), decltype(key({}))>> made;
  for (const auto& [a, b] : layout.joins) {
    made.insert(pair_of(a, b));
  }
  CHECK(made == published);
  for (const auto& [port, terminal] : smartlight_ports()) {
    CAPTURE(port, terminal);
    CHECK(layout.ports.at(port) == at.at(terminal).at(0));
  }
}

TEST_CASE("ways through the Smartlight outline are as long as is published") {
  const MeshLayout layout = make_mesh_layout(MeshShape{});
  // Ports 22 to 33 lead to filter blocks. From three ports the 27 other ports can be reached, over
  // 2 cells at least and 15 at most.
  for (const std::size_t from : {0, 17, 37}) {
    const std::vector<std::size_t> cells = cells_to(layout.graph, from);
    std::vector<std::size_t> reached;
    for (std::size_t port = 0; port < cells.size(); ++port) {
      if (port != from && (port < 22 || port > 33) && cells[port] > 0) {
        reached.push_back(cells[port]);
      }
    }
    CAPTURE(from);
    CHECK(reached.size() == 27);
    CHECK(*std::min_element(reached.begin(), reached.end()) == 2);
    CHECK(*std::max_element(reached.begin(), reached.end()) == 15);
  }
  for (const std::size_t from : {0, 39, 38, 37, 36, 35}) {
    const std::vector<std::size_t> cells = cells_to(layout.graph, from);
    for (std::size_t to = 15; to <= 20; ++to) {
      CHECK(cells[to] == 15);
    }
  }
}

TEST_CASE("every outline is sound, drawn without crossings and with all ends apart") {
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (const auto& [r, c] : {std::pair{1, 1}, {1, 4}, {2, 2}, {3, 2}, {4, 5}, {5, 1}}) {
      const MeshShape shape{outline, static_cast<std::size_t>(r), static_cast<std::size_t>(c)};
      if (outline == MeshOutline::hexagonal_lattice && !lattice_is_there(shape)) {
        continue;
      }
      INFO(to_string(outline) << " " << r << " x " << c);
      check_sound(make_mesh_layout(shape));
    }
  }
}

TEST_CASE("meshes with holes and loose ends are sound too") {
  base::RandomStream random(base::kDefaultSeed, "ragged meshes");
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (int i = 0; i < 8; ++i) {
      std::vector<MeshEdge> edges = mesh_edges({outline, 5, 4});
      edges.erase(std::remove_if(edges.begin(), edges.end(),
                                 [&](const MeshEdge&) { return random.uniform() < 0.3; }),
                  edges.end());
      check_sound(make_mesh_layout(lattice_of(outline), edges));
    }
  }
}

TEST_CASE("the order in which edges are given, and from which end, makes no difference") {
  std::vector<MeshEdge> edges = mesh_edges({MeshOutline::hexagonal, 3, 2});
  const MeshLayout layout = make_mesh_layout(MeshLattice::hexagonal, edges);
  std::reverse(edges.begin(), edges.end());
  for (MeshEdge& edge : edges) {
    std::swap(edge.from, edge.to);
  }
  const MeshLayout other = make_mesh_layout(MeshLattice::hexagonal, edges);
  CHECK(layout.graph.inputs == other.graph.inputs);
  CHECK(layout.graph.after == other.graph.after);
}

TEST_CASE("ports of a square are numbered down its left side and up its right side") {
  const MeshLayout layout = make_mesh_layout(MeshShape{MeshOutline::square, 1, 1});
  const auto vertex = [&](std::size_t port) {
    const DrawingPoint p = layout.drawing.inputs[port];
    return std::make_pair(p.x > kMeshEdgeUnits / 2 ? 1 : 0, p.y > kMeshEdgeUnits / 2 ? 1 : 0);
  };
  const std::vector<std::pair<int, int>> corners = {{0, 0}, {0, 0}, {0, 1}, {0, 1},
                                                    {1, 1}, {1, 1}, {1, 0}, {1, 0}};
  for (std::size_t port = 0; port < corners.size(); ++port) {
    CAPTURE(port);
    CHECK(vertex(port) == corners[port]);
  }
}

TEST_CASE("outlines are known by name") {
  CHECK(all_mesh_outlines().size() == 7);
  for (const MeshOutline outline : all_mesh_outlines()) {
    CHECK(mesh_outline_of(to_string(outline)) == outline);
  }
  CHECK_FALSE(mesh_outline_of("honeycomb"));
}

TEST_CASE("meshes that cannot be are refused") {
  CHECK_THROWS_WITH(mesh_edges({MeshOutline::square, 0, 3}),
                    "a square mesh has 1 to 32 rows and columns, not 0 x 3");
  CHECK_THROWS_AS(mesh_edges({MeshOutline::hexagonal, 3, 33}), std::invalid_argument);
  CHECK_THROWS_WITH(mesh_edges({MeshOutline::hexagonal_rings, 33, 1}),
                    "a hexagonal_rings mesh has 1 to 32 rings, not 33");
  CHECK_THROWS_WITH(mesh_edges({MeshOutline::hexagonal_lattice, 4, 3}),
                    "a hexagonal_lattice mesh has an odd number of rows and at least 2 "
                    "columns, not 4 x 3");
  CHECK_THROWS_AS(mesh_edges({MeshOutline::hexagonal_lattice, 1, 1}), std::invalid_argument);
  CHECK_NOTHROW(mesh_edges({MeshOutline::hexagonal_rings, 2, 0}));
  CHECK_NOTHROW(mesh_edges({MeshOutline::smartlight, 0, 0}));

  const auto refused = [](MeshLattice lattice, const std::vector<MeshEdge>& edges) {
    CHECK_THROWS_AS(make_mesh_layout(lattice, edges), std::invalid_argument);
  };
  refused(MeshLattice::square, {});
  const MeshEdge level{{0, 0}, {120, 0}};
  const MeshEdge upright{{0, 0}, {0, 120}};
  CHECK_NOTHROW(make_mesh_layout(MeshLattice::square, {level, upright}));
  refused(MeshLattice::square, {level, level});
  refused(MeshLattice::square, {level, {{120, 0}, {0, 0}}});
  refused(MeshLattice::square, {{{0, 0}, {121, 0}}});
  refused(MeshLattice::square, {{{0, 0}, {0, 0}}});
  refused(MeshLattice::square, {{{0, 0}, {85, 85}}});
  refused(MeshLattice::hexagonal, {level});
  refused(MeshLattice::triangular, {upright});
  // Two edges that two different hexagonal lattices have.
  refused(MeshLattice::hexagonal, {upright, {{0, 0}, {104, 60}}});
}
