// SPDX-License-Identifier: Apache-2.0
// Routing on the Smartlight mesh: what is published of it, and every verdict either way.
#include <algorithm>
#include <numeric>

#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/sat_solver.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;

namespace {

std::vector<std::size_t> external_ports() {
  std::vector<std::size_t> ports;
  for (std::size_t p = 0; p < 40; ++p) {
    if (p < 22 || p > 33) {
      ports.push_back(p);
    }
  }
  return ports;
}

}  // namespace

TEST_CASE("smartlight routing: from three ports to 27 others over 2 to 15 cells") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  for (const std::size_t from : {0, 17, 37}) {
    std::vector<std::int64_t> cells;
    for (const std::size_t to : external_ports()) {
      if (to != from) {
        MeshRequest request;
        request.pairs = {pair_of(from, to)};
        const MeshResult result = router.route(request);
        check_routed(router.graph(), request, result);
        CHECK(result.proved_optimal);
        cells.push_back(result.value);
      }
    }
    CHECK(cells.size() == 27);
    CHECK(*std::min_element(cells.begin(), cells.end()) == 2);
    CHECK(*std::max_element(cells.begin(), cells.end()) == 15);
  }
}

TEST_CASE("smartlight routing: 720 of 720 permutations of the 6 x 6 switch, at 90 cells") {
  const MeshFabric fabric = make_mesh({}, {});
  const MeshRouter router(fabric);
  const std::vector<std::size_t> inputs = {0, 39, 38, 37, 36, 35};
  std::vector<std::size_t> outputs = {15, 16, 17, 18, 19, 20};
  std::size_t routed = 0;
  do {
    MeshRequest request;
    for (std::size_t i = 0; i < 6; ++i) {
      request.pairs.push_back(pair_of(inputs[i], outputs[i]));
    }
    const MeshResult result = router.route(request);
    check_routed(router.graph(), request, result);
    CHECK(result.value == 90);
    CHECK(result.proved_optimal);
    for (const MeshRoute& route : result.routes) {
      CHECK(route.cells() == 15);
    }
    ++routed;
    // With all inputs lit, 22 to 25 dB between signal and crosstalk are expected of the chip
    // (thesis on the Smartlight unit); its cells are the defaults here.
    const MeshFieldCheck check = verify_mesh_routing(fabric, request.pairs, result.states);
    CHECK(check.keeps_to(base::Decibel(-22.0)));
    CHECK(check.worst_excess < base::Decibel(0.05));
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  CHECK(routed == 720);
}

TEST_CASE("smartlight routing: a row of three hexagons lets six circuits pass, not seven") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  MeshRequest request;
  const std::vector<std::size_t> top = {0, 39, 38, 37, 36, 35, 1};
  const std::vector<std::size_t> bottom = {15, 16, 17, 18, 19, 20, 14};
  for (std::size_t i = 0; i < 7; ++i) {
    request.pairs.push_back(pair_of(top[i], bottom[i]));
  }
  const MeshResult result = router.route(request);
  CHECK(result.verdict == MeshVerdict::infeasible);
  CHECK(result.core.size() <= 7);
  // The core is infeasible by itself.
  MeshRequest again;
  again.pairs = result.core;
  CHECK(router.route(again).verdict == MeshVerdict::infeasible);
}

TEST_CASE("smartlight routing: every verdict is right, found by heuristic or proved") {
  // Negotiation, lines and the solver against the solver alone.
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  base::RandomStream random(base::kDefaultSeed, "smartlight pairings");
  int routed = 0;
  int infeasible = 0;
  for (int i = 0; i < 150; ++i) {
    MeshRequest request;
    const auto count = 1 + static_cast<std::size_t>(random.uniform() * 8.0);
    request.pairs = random_pairs(external_ports(), count, random);
    request.effort = first_found();
    const MeshResult result = router.route(request);
    MeshRequest exact = request;
    exact.effort.rounds = 0;
    const MeshResult proof = router.route(exact);
    if (SatSolver::available()) {
      REQUIRE(result.verdict != MeshVerdict::unproven);
      REQUIRE(result.verdict == proof.verdict);
    }
    if (result.verdict == MeshVerdict::routed) {
      ++routed;
      check_routed(router.graph(), request, result);
    } else {
      ++infeasible;
    }
  }
  CHECK(routed > 20);
  CHECK(infeasible > 20);
}

TEST_CASE("smartlight routing: without rounds and solver a verdict is not pretended") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  MeshRequest request;
  request.pairs = {pair_of(0, 5)};
  request.effort.rounds = 0;
  request.effort.conflicts = 0;
  const MeshResult result = router.route(request);
  CHECK(result.verdict == MeshVerdict::unproven);
  CHECK(result.states.empty());
}

TEST_CASE("smartlight routing: the same request gives the same result") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  base::RandomStream random(base::kDefaultSeed, "smartlight again");
  for (int i = 0; i < 20; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(external_ports(), 4, random);
    const MeshResult a = router.route(request);
    const MeshResult b = router.route(request);
    CHECK(a.verdict == b.verdict);
    CHECK(a.states == b.states);
    CHECK(a.value == b.value);
    CHECK(a.core == b.core);
  }
}

TEST_CASE("smartlight routing: fewest changes leaves alone what works") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  MeshRequest request;
  request.pairs = {pair_of(0, 15), pair_of(39, 16), pair_of(38, 17)};
  const MeshResult before = router.route(request);
  check_routed(router.graph(), request, before);
  MeshRequest next = request;
  next.objective = MeshObjective::fewest_changes;
  next.present = before.states;
  const MeshResult same = router.route(next);
  check_routed(router.graph(), next, same);
  CHECK(same.value == 0);
  CHECK(same.proved_optimal);
  CHECK(same.changed.empty());
  next.pairs[2] = pair_of(38, 18);
  const MeshResult other = router.route(next);
  check_routed(router.graph(), next, other);
  CHECK(other.value > 0);
  CHECK(other.changed.size() == static_cast<std::size_t>(other.value));
  // Two circuits stay, whatever it costs the third.
  next.untouchable = {pair_of(15, 0), pair_of(39, 16)};
  const MeshResult gentle = router.route(next);
  check_routed(router.graph(), next, gentle);
  CHECK(gentle.value >= other.value);
  for (std::size_t i = 0; i < 2; ++i) {
    for (const PathHop& hop : before.routes[i].hops) {
      CHECK(gentle.states[base::index(hop.cell)] == before.states[base::index(hop.cell)]);
    }
  }
}

TEST_CASE("smartlight routing: the least worst loss knows the cells' losses") {
  const MeshFabric fabric = make_mesh({}, {});
  const MeshRouter router(fabric);
  base::RandomStream random(base::kDefaultSeed, "worst loss");
  for (int i = 0; i < 10; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(external_ports(), 3, random);
    request.objective = MeshObjective::shortest_longest;
    const MeshResult shortest = router.route(request);
    request.objective = MeshObjective::least_worst_loss;
    const MeshResult result = router.route(request);
    REQUIRE(result.verdict == shortest.verdict);
    if (result.verdict != MeshVerdict::routed) {
      continue;
    }
    check_routed(router.graph(), request, result);
    double worst = 0.0;
    for (const MeshPair& pair : request.pairs) {
      worst = std::max(worst, fabric.trace(pair.a, result.states).loss.value());
    }
    CHECK(static_cast<double>(result.value) * 1e-9 == Approx(worst).margin(1e-7));
    CHECK(static_cast<double>(result.lower_bound) * 1e-9 <= worst + 1e-7);
    std::size_t longest = 0;
    for (const MeshRoute& route : result.routes) {
      longest = std::max(longest, route.cells());
    }
    CHECK(static_cast<std::int64_t>(longest) == shortest.value);
  }
}

TEST_CASE("smartlight routing: a request that does not fit is refused") {
  const MeshRouter router(layout_of(MeshOutline::smartlight).graph);
  const auto refused = [&](MeshRequest request, const std::string& why) {
    CHECK_THROWS_WITH(router.route(request), why);
  };
  MeshRequest request;
  request.pairs = {pair_of(0, 40)};
  refused(request, "found port 40; the mesh has 0 to 39");
  request.pairs = {pair_of(0, 5), pair_of(5, 6)};
  refused(request, "port 5 is wanted twice");
  request.pairs = {pair_of(7, 7)};
  refused(request, "port 7 is wanted twice");
  request.pairs = {pair_of(0, 5)};
  request.stuck = {{static_cast<CellId>(72), StuckAt::bar}};
  refused(request, "found stuck cell 72; the mesh has 0 to 71");
  request.stuck = {{static_cast<CellId>(3), StuckAt::bar}, {static_cast<CellId>(3), StuckAt::bar}};
  refused(request, "cell 3 is stuck twice");
  request.stuck.clear();
  request.objective = MeshObjective::fewest_changes;
  refused(request, "the fewest changes and untouchable pairs need the cells' present states");
  request.objective = MeshObjective::least_worst_loss;
  refused(request,
          "the least worst loss is asked of a router that was made without its fabric's losses");
  request.objective = MeshObjective::fewest_pucs;
  request.present.assign(71, CellState::bar);
  refused(request, "present states of 71 cells, where the mesh has 72");
  request.present.assign(72, CellState::bar);
  request.untouchable = {pair_of(0, 6)};
  refused(request, "the untouchable pair 0-6 is not wanted");
  request.untouchable = {pair_of(0, 5)};
  refused(request, "the untouchable pair 0-5 is not joined by the present states");
  request.untouchable.clear();
  request.usable_ports.assign(40, true);
  request.usable_ports[5] = false;
  refused(request, "port 5 is not usable");
  request.usable_ports.pop_back();
  refused(request, "usable_ports has 39 elements, where the mesh has 40 ports");
}

TEST_CASE("mesh requests: objectives and verdicts are known by name") {
  for (const MeshObjective objective :
       {MeshObjective::fewest_pucs, MeshObjective::shortest_longest,
        MeshObjective::least_worst_loss, MeshObjective::fewest_changes}) {
    CHECK(mesh_objective_of(to_string(objective)) == objective);
  }
  CHECK(mesh_objective_names().size() == 4);
  CHECK_FALSE(mesh_objective_of("fewest"));
  CHECK(to_string(MeshVerdict::routed) == "routed");
  CHECK(to_string(MeshVerdict::infeasible) == "infeasible");
  CHECK(to_string(MeshVerdict::unproven) == "unproven");
}
