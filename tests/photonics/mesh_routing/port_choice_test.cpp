// SPDX-License-Identifier: Apache-2.0
// Which ports can be used together, and rounds that join all of them.
#include <set>

#include "photonics/mesh_routing/port_choice.hpp"
#include "photonics/mesh_routing/round_robin.hpp"
#include "photonics/mesh_routing/sat_solver.hpp"
#include "photonics/mesh_routing/switch_ports.hpp"
#include "tests/photonics/mesh_routing/exhaustive.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

TEST_CASE("round robin: each two ports meet once") {
  for (const std::size_t n : {2, 3, 4, 7, 12, 32}) {
    std::vector<base::PortId> ports;
    for (std::size_t i = 0; i < n; ++i) {
      ports.push_back(port(3 * i));
    }
    const auto rounds = round_robin(ports);
    CHECK(rounds.size() == (n % 2 == 0 ? n - 1 : n));
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (const auto& pairs : rounds) {
      CHECK(pairs.size() == n / 2);
      std::set<std::size_t> once;
      for (const MeshPair& pair : pairs) {
        const std::size_t a = std::min(base::index(pair.a), base::index(pair.b));
        const std::size_t b = std::max(base::index(pair.a), base::index(pair.b));
        CHECK(once.insert(a).second);
        CHECK(once.insert(b).second);
        CHECK(met.insert({a, b}).second);
      }
    }
    CHECK(met.size() == n * (n - 1) / 2);
  }
  CHECK(round_robin({}).empty());
  CHECK_THROWS_AS(round_robin({port(1), port(1)}), std::invalid_argument);
}

TEST_CASE("round robin: 32 ports of the 9 x 9 lattice in 31 rounds, each routed") {
  const MeshRouter router(layout_of(MeshOutline::hexagonal_lattice, 9, 9).graph);
  MeshRequest request;
  request.effort = first_found();
  const RoundRobin robin = route_round_robin(router, spread_ports(router, 32), request);
  CHECK(robin.rounds.size() == 31);
  CHECK_FALSE(robin.first_failure());
  for (std::size_t i = 0; i < robin.rounds.size(); ++i) {
    request.pairs = robin.rounds[i];
    check_routed(router.graph(), request, robin.results[i]);
  }
}

TEST_CASE("port choice: of 2 x 2 hexagons, what is chosen has all matchings in some setting") {
  const MeshRouter router(layout_of(MeshOutline::hexagonal_offset, 2, 2).graph);
  const Exhaustive all(router.graph());
  const PortChoice choice = choose_ports(router, 6, {}, {});
  REQUIRE(choice.verdict == PortChoice::Verdict::all_route);
  REQUIRE(choice.ports.size() == 6);
  CHECK(choice.matchings == 15);
  std::set<std::vector<std::size_t>> found;
  for (std::size_t setting = 0; setting < all.settings(); ++setting) {
    std::vector<std::size_t> partners;
    for (const base::PortId p : choice.ports) {
      partners.push_back(all.partner(setting, base::index(p)));
    }
    const bool among = std::all_of(partners.begin(), partners.end(), [&](std::size_t partner) {
      return std::count(choice.ports.begin(), choice.ports.end(), port(partner)) > 0;
    });
    if (among) {
      found.insert(partners);
    }
  }
  CHECK(found.size() == 15);
}

TEST_CASE("port choice: the number of perfect matchings") {
  CHECK(perfect_matchings(0) == 1);
  CHECK(perfect_matchings(2) == 1);
  CHECK(perfect_matchings(6) == 15);
  CHECK(perfect_matchings(12) == 10395);
  CHECK(perfect_matchings(64) == static_cast<std::size_t>(-1));
}

TEST_CASE("port choice: what cannot be asked") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  CHECK_THROWS_AS(choose_ports(router, 7, {}, {}), std::invalid_argument);
  CHECK_THROWS_AS(choose_ports(router, 42, {}, {}), std::invalid_argument);
  CHECK_THROWS_AS(choose_ports(router, 4, std::vector<bool>(39, true), {}), std::invalid_argument);
}

TEST_CASE("port choice: twelve Smartlight ports, all 10,395 matchings routed") {
  if (!SatSolver::available()) {
    return;  // it needs cores
  }
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  std::vector<bool> usable(40, true);
  std::fill(usable.begin() + 22, usable.begin() + 34, false);  // they lead to filter blocks
  MeshRequest request;
  request.effort = first_found();
  request.effort.smallest_core = true;
  const PortChoice choice = choose_ports(router, 12, usable, request);
  CHECK(choice.verdict == PortChoice::Verdict::all_route);
  CHECK(choice.matchings == 10395);
  for (const base::PortId p : choice.ports) {
    CHECK(usable[base::index(p)]);
  }
}

TEST_CASE("switch ports: of all choices on two squares none has a shorter longest route") {
  const MeshLayout layout = layout_of(MeshOutline::square, 1, 2);
  const MeshRouter router(layout.graph);
  const MeshGraph& graph = router.graph();
  const std::size_t ports = graph.ports();
  // By two pairs, the fewest cells on the longer of them in any setting that joins both.
  constexpr std::size_t kNone = 1000;
  std::vector<std::size_t> best(ports * ports * ports * ports, kNone);
  for (std::size_t setting = 0; setting < std::size_t{1} << graph.cells(); ++setting) {
    std::vector<CellState> states;
    for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
      states.push_back(((setting >> cell) & 1U) != 0 ? CellState::bar : CellState::cross);
    }
    const MeshTrace trace = trace_routes(graph, states);
    for (std::size_t a = 0; a < ports; ++a) {
      for (std::size_t b = 0; b < ports; ++b) {
        const std::size_t to_a = base::index(trace.partner[a]);
        const std::size_t to_b = base::index(trace.partner[b]);
        std::size_t& least = best[((a * ports + b) * ports + to_a) * ports + to_b];
        least = std::min(least, std::max(trace.cells[a], trace.cells[b]));
      }
    }
  }
  const auto longest = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    return std::max(best[((a * ports + b) * ports + c) * ports + d],
                    best[((a * ports + b) * ports + d) * ports + c]);
  };
  const std::vector<base::PortId> inputs{port(0), port(1), port(2), port(3), port(11)};
  const std::vector<base::PortId> outputs{port(5), port(6), port(7), port(8), port(9)};
  std::size_t least = kNone;
  for (const base::PortId a : inputs) {
    for (const base::PortId b : inputs) {
      for (const base::PortId c : outputs) {
        for (const base::PortId d : outputs) {
          if (a < b && c < d) {
            least = std::min(
                least, longest(base::index(a), base::index(b), base::index(c), base::index(d)));
          }
        }
      }
    }
  }
  const SwitchPortSearch found = search_switch_ports(router, 2, inputs, outputs, {});
  CHECK(found.choices == 100);
  REQUIRE(found.choice.has_value() == (least != kNone));
  if (found.choice) {
    CHECK(found.choice->longest == least);
    CHECK(found.routed <= found.choices);
  }
  CHECK_THROWS_AS(search_switch_ports(router, 2, {port(0)}, outputs, {}), std::invalid_argument);
  CHECK_THROWS_AS(search_switch_ports(router, 1, {port(0)}, {port(0)}, {}), std::invalid_argument);
  CHECK_THROWS_AS(search_switch_ports(router, 1, {port(99)}, {port(0)}, {}), std::invalid_argument);
}
