// SPDX-License-Identifier: Apache-2.0
// Cells, joins and ports of hexagonal meshes against their definition on positions of hexagons,
// numbers and all.
#include <algorithm>
#include <string>

#include "tests/photonics/mesh_routing/support.hpp"
#include "tests/photonics/pip_lattice.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// n0 to n3: left rail 0, right rail 0, right rail 1, left rail 1.
TerminalIndex terminal_of(const PipLattice::End& end) {
  constexpr std::array<TerminalIndex, 4> kTerminals = {0, 2, 3, 1};
  return static_cast<TerminalIndex>(4 * end.first) + kTerminals.at(end.second);
}

void check_same(const std::string& name, const PipLattice& lattice, const MeshLayout& layout) {
  INFO(name);
  const MeshGraph graph(layout.graph);
  REQUIRE(graph.cells() == lattice.cells().size());
  REQUIRE(graph.ports() == lattice.ports().size());
  std::size_t joined = 0;
  for (const auto& [a, b] : lattice.joins()) {
    joined += graph.across(terminal_of(a)) == static_cast<std::int32_t>(terminal_of(b)) ? 1U : 0U;
  }
  CHECK(joined == lattice.joins().size());
  for (std::size_t i = 0; i < graph.ports(); ++i) {
    CAPTURE(i);
    CHECK(graph.port_terminal(i) == terminal_of(lattice.ports()[i]));
  }
}

std::string size_text(int rows, int columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

}  // namespace

TEST_CASE("mesh numbering: rows of hexagons, offset and slanting") {
  for (int r = 1; r <= 6; ++r) {
    for (int c = 1; c <= 6; ++c) {
      const auto rows = static_cast<std::size_t>(r);
      const auto columns = static_cast<std::size_t>(c);
      check_same("offset " + size_text(r, c), PipLattice::rows(r, c, false),
                 layout_of(MeshOutline::hexagonal_offset, rows, columns));
      check_same("slant " + size_text(r, c), PipLattice::rows(r, c, true),
                 layout_of(MeshOutline::hexagonal, rows, columns));
    }
  }
  check_same("offset 9 x 9", PipLattice::rows(9, 9, false),
             layout_of(MeshOutline::hexagonal_offset, 9, 9));
}

TEST_CASE("mesh numbering: rings of hexagons") {
  for (int l = 1; l <= 5; ++l) {
    check_same("rings " + std::to_string(l), PipLattice::rings(l),
               layout_of(MeshOutline::hexagonal_rings, static_cast<std::size_t>(l)));
  }
}

TEST_CASE("mesh numbering: the W x H lattice, and its published counts") {
  for (int w = 1; w <= 13; w += 2) {
    for (int h = 2; h <= 9; ++h) {
      const MeshLayout layout = layout_of(MeshOutline::hexagonal_lattice,
                                          static_cast<std::size_t>(w), static_cast<std::size_t>(h));
      check_same("lattice " + size_text(w, h), PipLattice::lattice(w, h), layout);
      const auto count = [](int n) { return static_cast<std::size_t>(n); };
      CHECK(layout.graph.cells() == count((6 * w * h + w + 4 * h - 1) / 2));
      CHECK(layout.graph.ports() == count(4 * (w + h)));
      CHECK(layout.vertices == count(2 * w * h + w + 2 * h + 1));
    }
  }
  // Published sizes.
  const auto counts = [](std::size_t w, std::size_t h) {
    const MeshLayout layout = layout_of(MeshOutline::hexagonal_lattice, w, h);
    return std::make_pair(layout.graph.cells(), layout.graph.ports());
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  CHECK(counts(5, 5) == Counts{87, 40});
  CHECK(counts(7, 7) == Counts{164, 56});
  CHECK(counts(9, 9) == Counts{265, 72});
  CHECK(counts(13, 13) == Counts{539, 104});
  CHECK(counts(17, 17) == Counts{909, 136});
  CHECK(counts(25, 25) == Counts{1937, 200});
}

TEST_CASE("mesh numbering: Smartlight is the 7 x 3 lattice, with its 40 ports") {
  check_same("smartlight", PipLattice::lattice(7, 3), layout_of(MeshOutline::smartlight));
}
