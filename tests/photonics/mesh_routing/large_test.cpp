// SPDX-License-Identifier: Apache-2.0
// Meshes of hundreds and thousands of cells.
#include <algorithm>
#include <map>

#include "photonics/mesh_routing/round_robin.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// Random perfect matchings of the ports, all routed.
void check_matchings(const MeshRouter& router, const std::vector<base::PortId>& ports, int count) {
  std::vector<std::size_t> numbers;
  for (const base::PortId p : ports) {
    numbers.push_back(base::index(p));
  }
  base::RandomStream random(base::kDefaultSeed, "large meshes");
  for (int i = 0; i < count; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(numbers, numbers.size() / 2, random);
    request.effort = first_found();
    const MeshResult result = router.route(request);
    check_routed(router.graph(), request, result);
    CHECK(result.closed_loops == 0);
  }
}

}  // namespace

TEST_CASE("large meshes: 32 ports of either mesh that is called 9 x 9") {
  const MeshRouter lattice(layout_of(MeshOutline::hexagonal_lattice, 9, 9).graph);
  check_matchings(lattice, spread_ports(lattice, 32), 10);
  // Of offset rows not any 32 ports: these are choose_ports()'s.
  const MeshRouter rows(layout_of(MeshOutline::hexagonal_offset, 9, 9).graph);
  std::vector<base::PortId> ports;
  for (const std::size_t p : {0,  4,  6,  7,  9,  11, 14, 16, 19, 21, 23, 26, 28, 30, 33, 35,
                              37, 38, 42, 45, 47, 49, 52, 54, 57, 59, 61, 64, 66, 68, 71, 73}) {
    ports.push_back(port(p));
  }
  check_matchings(rows, ports, 10);
  MeshRequest request;
  request.effort = first_found();
  CHECK_FALSE(route_round_robin(rows, ports, request).first_failure());
}

TEST_CASE("large meshes: 96 ports of 1,937 cells") {
  const MeshRouter router(layout_of(MeshOutline::hexagonal_lattice, 25, 25).graph);
  REQUIRE(router.graph().cells() == 1937);
  REQUIRE(router.cuts().valid());
  check_matchings(router, spread_ports(router, 96), 3);
}

TEST_CASE("large meshes: a line through a row of m upright cells lets 2 m circuits pass") {
  struct Narrowest {
    MeshOutline outline;
    std::size_t rows, columns, cells;
  };
  for (const auto& [outline, rows, columns, cells] : {Narrowest{MeshOutline::smartlight, 1, 1, 3},
                                                      {MeshOutline::hexagonal_lattice, 9, 9, 9},
                                                      {MeshOutline::hexagonal_offset, 6, 4, 5},
                                                      {MeshOutline::hexagonal_offset, 9, 9, 10}}) {
    INFO(to_string(outline) << " " << rows << " x " << columns);
    const MeshLayout layout = layout_of(outline, rows, columns);
    const MeshRouter router(layout.graph);
    std::map<int, std::size_t> upright;  // by height, how many
    for (const DrawnCell& cell : layout.drawing.cells) {
      if (cell.left[0].x == cell.right[0].x) {
        ++upright[(cell.left[0].y + cell.right[0].y) / 2];
      }
    }
    const std::vector<std::uint32_t>& boundary = router.cuts().boundary();
    const std::size_t n = boundary.size();
    std::size_t least = n;
    for (const auto& [height, count] : upright) {
      // The ports above the line follow each other, over the end of the list.
      const auto above = [&](std::size_t i) {
        return layout.drawing.inputs[boundary[i % n]].y < height;
      };
      std::size_t first = 0;
      while (!(above(first + n - 1) && !above(first))) {
        ++first;
      }
      std::size_t last = first;
      while (!above(last)) {
        ++last;
      }
      REQUIRE(last < n);
      const std::size_t capacity = router.cuts().capacity(first, last);
      CHECK(capacity <= 2 * count);
      const std::size_t ports = std::min(last - first, n - (last - first));
      if (ports >= 2 * count) {
        least = std::min(least, capacity);
      }
    }
    CHECK(least == 2 * cells);
  }
}
